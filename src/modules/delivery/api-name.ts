/** The name of an object in the schema of shops. */
export function apiNameOf({ code }: { readonly code: string }): string {
  const name = code.replace(/_+([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  const trimmed = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return /^\d/.test(trimmed) ? `_${trimmed}` : trimmed;
}
