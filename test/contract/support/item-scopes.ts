/** Returns true if a request is only refused because of items of it that need another scope. */
export function lacksScopesOfItems(errors: unknown): boolean {
  if (!Array.isArray(errors) || errors.length === 0) return false;
  return errors.every((one: { readonly code?: unknown }) => one.code === 'insufficient-scope');
}
