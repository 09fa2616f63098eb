/** Maximum length of a code. */
const MAXIMUM_LENGTH = 100;

/**
 * Returns a code for a label: lower case without accents, `_` between words. Empty if the label has no letters or digits
 * of the Latin script.
 *
 * @param isTaken whether an object has this code already; the code ends with the first free number then
 */
export function codeFromLabel(label: string, isTaken: (code: string) => boolean = () => false): string {
  const code = label
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAXIMUM_LENGTH);
  return code === '' ? '' : freeCode(code, isTaken);
}

/** Returns a code, or the first with a number after it that is free. */
export function freeCode(code: string, isTaken: (code: string) => boolean): string {
  if (!isTaken(code)) return code;
  for (let number = 2; ; number += 1) {
    const numbered = `${code.slice(0, MAXIMUM_LENGTH - String(number).length - 1)}_${number}`;
    if (!isTaken(numbered)) return numbered;
  }
}
