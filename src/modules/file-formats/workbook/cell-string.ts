/** Characters that XML cannot hold, or would hand on as another, stand as `_x000D_` (ECMA-376 ST_Xstring). */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
/**
 * Matches the characters that XML 1.0 cannot hold or, as with carriage returns, changes; and texts that would be taken
 * for such an escape.
 */
const UNWRITABLE = /[^\t\n -\ufffd]|_(?=x[0-9A-Fa-f]{4}_)/g;
const MARKUP = /[&<>]/g;
const MARKUP_NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns a text of a part as it is meant. */
export const readCellString = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;

/** Returns a text as XML holds it between two tags, so that {@link readCellString} gives it again. */
export function writeCellString(text: string): string {
  return text
    .replace(UNWRITABLE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(MARKUP, (one) => MARKUP_NAMES[one] ?? one);
}
