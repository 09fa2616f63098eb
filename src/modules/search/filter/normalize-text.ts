const MARKS = /\p{M}+/gu;
/** Control characters are reserved for marks in stored texts; between words they separate them like a blank. */
const CONTROLS = /\p{Cc}/gu;

/** Whatever is no printable ASCII: without it only case is left to be taken off. */
const BEYOND_ASCII = /[^ -~]/;

/**
 * Returns the form in which texts are searched: without case, accents, and the difference between compatible
 * characters. Stored texts and patterns take it here and nowhere else, so that the database only compares what is
 * equal.
 */
export function normalizeText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  // Lower case first and last: taking characters apart can bring back capitals.
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(CONTROLS, ' ');
}

/** Returns the different words of a query, in search form. */
export const wordsOf = (query: string): readonly string[] => [
  ...new Set(
    normalizeText(query)
      .split(/\s+/u)
      .filter((word) => word !== ''),
  ),
];
