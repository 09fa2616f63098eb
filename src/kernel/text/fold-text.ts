/** Returns a text without case and accents: "Größe" gives "grosse". */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss');
}

/**
 * Returns a text in the form in which people search: without case, accents and the marks that join the parts of a
 * code. "Größe_innen" gives "grosse innen". `folded` of find-codes.store.ts builds the same text in SQL.
 */
export function foldText(text: string): string {
  return foldLetters(text).replace(/[_-]/g, ' ').trim();
}
