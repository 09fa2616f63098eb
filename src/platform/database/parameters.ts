/** The parameters of a statement while it is put together. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly #known = new Map<unknown, string>();

  /** Returns the placeholder of a value, with its type: `$3::text[]`. Equal texts and numbers share one. */
  add(value: unknown, type: string): string {
    const key = typeof value === 'object' ? value : `${type} ${String(value)}`;
    const existingPlaceholder = this.#known.get(key);
    if (existingPlaceholder !== undefined) return existingPlaceholder;
    this.values.push(value);
    const placeholder = `$${this.values.length}::${type}`;
    this.#known.set(key, placeholder);
    return placeholder;
  }
}
