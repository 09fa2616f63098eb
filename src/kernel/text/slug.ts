/** Maximum number of characters (code points) of a slug. */
export const MAX_SLUG_LENGTH = 100;

/** Latin letters that have no plain letter with a mark in Unicode. */
const TRANSLITERATIONS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};
const SPELLED_PATTERN = new RegExp(`[${Object.keys(TRANSLITERATIONS).join('')}]`, 'gu');
/** Matches a vowel with an umlaut, which German also writes as the vowel and an `e`. */
const UMLAUT = /([aou])\u0308/gu;
const LATIN_MARKS = /(\p{Script=Latin})[\u0300-\u036f]+/gu;

/**
 * Returns the part of a URL for a text: `Tischlampe „Grün“` becomes `tischlampe-gruen` in German, `tischlampe-grun`
 * otherwise. Letters of other scripts stay. A slug stays itself. The result is empty if the text has no letters and
 * digits.
 */
export function slugify(text: string, locale: string): string {
  const decomposed = text.normalize('NFKD').toLowerCase().normalize('NFKD');
  const spelled = /^de(?:_|$)/.test(locale) ? decomposed.replace(UMLAUT, '$1e') : decomposed;
  const slugText = spelled
    .replace(LATIN_MARKS, '$1')
    .normalize('NFC')
    .replace(SPELLED_PATTERN, (letter) => TRANSLITERATIONS[letter] ?? letter)
    .replace(/['’]/gu, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  return truncateSlug(slugText.join('-'), MAX_SLUG_LENGTH);
}

/** Returns a slug of at most so many characters, cut between words where that keeps half of it. */
export function truncateSlug(slug: string, length: number): string {
  const letters = [...slug];
  if (letters.length <= length) return slug;
  const cut = letters.slice(0, length).join('');
  const end = letters[length] === '-' ? cut.length : cut.lastIndexOf('-');
  return end >= cut.length / 2 ? cut.slice(0, end) : cut.replace(/-+$/u, '');
}
