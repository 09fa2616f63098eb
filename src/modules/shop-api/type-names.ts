export const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/** Returns the name of an enum value for a code: upper case as far as names can have it. */
export function enumName(code: string): string {
  const name = code.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}
