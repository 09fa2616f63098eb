/** Returns the path towards a field as far as the response has it: to an empty list, or to null. */
export function resolvedPath(data: unknown, keys: readonly string[]): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let at: unknown = data;
  for (const key of keys) {
    while (Array.isArray(at) && at.length > 0) {
      path.push(0);
      at = at[0];
    }
    if (at === null || typeof at !== 'object' || Array.isArray(at)) return path;
    path.push(key);
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return path;
}
