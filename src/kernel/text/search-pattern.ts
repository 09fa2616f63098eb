import { foldLetters } from './fold-text.ts';

/** Letters behind these code points have no other form with accents. */
const LAST_VARIANT = 0x20ff;

let variants: ReadonlyMap<string, readonly string[]> | null = null;

/** Returns all letters by what they are without case and accents: `e` gives `e`, `E`, `é`, `Ê` … */
function lettersByFold(): ReadonlyMap<string, readonly string[]> {
  if (variants !== null) return variants;
  const byFold = new Map<string, string[]>();
  for (let code = 0x20; code <= LAST_VARIANT; code += 1) {
    const letter = String.fromCharCode(code);
    const folded = foldLetters(letter);
    // A sharp s is an s to somebody who has typed half of a double s.
    const key = folded === 'ss' ? 's' : folded;
    const letters = byFold.get(key) ?? ([...key].length === 1 ? [key] : []);
    byFold.set(key, letters.includes(letter) ? letters : [...letters, letter]);
  }
  variants = byFold;
  return byFold;
}

const escapeLetter = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function oneOf(letters: readonly string[]): string {
  const [only = '', ...more] = letters;
  return more.length === 0
    ? escapeLetter(only)
    : `[${letters.map(escapeLetter).join('').replace('-', '\\-')}]`;
}

/** Accents that stand behind their letter, where both have no code point of their own. */
const MARKS = '[\u0300-\u036f]*';

/**
 * Returns a regular expression, for PostgreSQL, that finds a text within others without regard to case and accents.
 * Every character stands for itself. Texts are matched as they are stored, because folding them costs several times as
 * much (decision 126).
 */
export function searchPattern(text: string): string {
  const letters = [
    ...text
      .normalize('NFC')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/ss/gi, 'ß'),
  ];
  return letters
    .map((letter) => {
      const folded = foldLetters(letter);
      const letterVariants = lettersByFold().get(folded);
      if (folded === 'ss') return `(?:${doubleS()}|[ßẞ])`;
      return oneOf(letterVariants ?? [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])]);
    })
    .map((part) => part + MARKS)
    .join('');
}

const doubleS = () => {
  const s = oneOf(lettersByFold().get('s') ?? ['s']);
  return `${s}${MARKS}${s}`;
};
