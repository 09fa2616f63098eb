import { createHash } from 'node:crypto';

/** Runs of letters of scripts that part words; what is written without blanks has no words to compare. */
const WORDS = /\p{L}+/gu;
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const SHORTEST = 3;
const LONGEST = 30;

/** Minimum number of letters of a word that is taken for another one. */
const SHORTEST_CORRECTED = 4;

/** Returns the different words of a text in search form that others can be compared with. */
export const correctableWords = (text: string): readonly string[] =>
  [...new Set(text.match(WORDS) ?? [])].filter(
    (word) => word.length >= SHORTEST && word.length <= LONGEST && !WITHOUT_BLANKS.test(word),
  );

/** Returns true if a word of a query may be misspelled: letters alone, and not few of them. */
export const isCorrectable = (word: string): boolean =>
  word.length >= SHORTEST_CORRECTED && correctableWords(word)[0] === word;

/**
 * Returns digests of a word and of its forms without one of its letters, with the organization. Words that differ by a
 * letter, or by the order of two neighbours, have one in common.
 */
export function deletionHashes(organizationId: string, word: string): readonly string[] {
  const letters = [...word];
  const shorter = letters.map((_, index) => letters.toSpliced(index, 1).join(''));
  return [...new Set([word, ...shorter])].map((variant) =>
    createHash('sha256')
      .update(JSON.stringify([organizationId, variant]))
      .digest()
      .readBigInt64BE(0)
      .toString(),
  );
}

/**
 * Returns true if two words differ by one letter (another one, one more, one less) or by the order of two neighbours.
 */
export function isWithinOneEdit(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  const at = a.findIndex((letter, index) => letter !== b[index]);
  if (at < 0) return b.length - a.length <= 1;
  const rest = (letters: readonly string[], skipped: number) => letters.slice(at + skipped).join('');
  const isSwapped = a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, 2) === rest(b, 2);
  return isSwapped || rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1);
}
