const LETTERS = 26;
const FIRST = 'A'.charCodeAt(0);

/** Returns the position of a column from 0: of `C12` 2; null for what is no reference. */
export function columnOfReference(reference: string): number | null {
  const letters = /^\$?([A-Za-z]{1,3})\$?\d{0,7}$/.exec(reference)?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * LETTERS + letter.charCodeAt(0) - FIRST + 1;
  return column - 1;
}

/** Returns the letters of a column: of 27 `AB`. */
export function columnLetters(position: number): string {
  let letters = '';
  for (let rest = position + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(FIRST + ((rest - 1) % LETTERS)) + letters;
  return letters;
}
