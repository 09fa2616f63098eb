const STORED_AS = 'catalograph-found-products';

/**
 * Remembers the products of a search in their order, so that the page of one leads to the next.
 *
 * @param count how many the search finds, also those that are not loaded
 */
export function rememberFound(skus: readonly string[], count: number): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify({ skus, count }));
  } catch {
    // Without room for it, there is no next product.
  }
}

/** The place of a product in the last search, and the products beside it. */
export function findBeside(sku: string): {
  readonly place: number;
  readonly count: number;
  readonly previous: string | null;
  readonly next: string | null;
} | null {
  const found: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null');
  const { skus: stored, count } = { skus: undefined, count: undefined, ...(found as object | null) };
  const skus = Array.isArray(stored) ? (stored as readonly unknown[]).map(String) : [];
  const at = skus.indexOf(sku);
  if (at < 0) return null;
  return {
    place: at + 1,
    count: Math.max(Number(count ?? 0), skus.length),
    previous: skus[at - 1] ?? null,
    next: skus[at + 1] ?? null,
  };
}
