/** Letters that begin the code of a character, and letters that go on with it: so no code is found inside another. */
const FIRST_OF_THREE = 'ABCDEF';
const FIRST_OF_FIVE = 'GHI';
const NEXT = 'JKLMNOPQRSTUVWXYZ';
const BASE = NEXT.length;
const SHORT_CODES = FIRST_OF_THREE.length * BASE ** 2;
const LONG_CODES = FIRST_OF_FIVE.length * BASE ** 4;

const BEYOND_ASCII = /[^ -~]/;

/**
 * Returns a text in search form (which has no capitals) with each character beyond ASCII as three or five capitals. A
 * part of the one is a part of the other, and trigram indexes find words of every script whatever the locale of the
 * database: with `C`, which is that of the server that comes along, they would know Latin letters only.
 */
export function encodeAscii(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replace(/[^ -~]/gu, encode);
}

/** Returns the text that has this {@link encodeAscii}. */
export function decodeAscii(text: string): string {
  return text.replace(/[A-F]..|[G-I]..../g, decode);
}

function decode(code: string): string {
  const [first = '', ...more] = code;
  const letters = code.length === 3 ? FIRST_OF_THREE : FIRST_OF_FIVE;
  const digits = [letters.indexOf(first), ...more.map((letter) => NEXT.indexOf(letter))];
  const index = digits.reduce((sum, digit) => sum * BASE + digit, 0);
  return String.fromCodePoint(index + 0x80 + (code.length === 3 ? 0 : SHORT_CODES));
}

const codesByCharacter = new Map<string, string>();

function encode(character: string): string {
  const cachedCode = codesByCharacter.get(character);
  if (cachedCode !== undefined) return cachedCode;
  const code = codeOf((character.codePointAt(0) ?? 0) - 0x80);
  if (codesByCharacter.size < 10_000) codesByCharacter.set(character, code);
  return code;
}

function codeOf(index: number): string {
  if (index < 0) return ' ';
  if (index < SHORT_CODES) return spell(index, FIRST_OF_THREE, 2);
  // The characters behind are private letters and marks of data that nobody writes.
  return index - SHORT_CODES < LONG_CODES ? spell(index - SHORT_CODES, FIRST_OF_FIVE, 4) : ' ';
}

function spell(index: number, first: string, more: number): string {
  let code = '';
  let rest = index;
  for (let position = 0; position < more; position += 1) {
    code = (NEXT[rest % BASE] ?? '') + code;
    rest = Math.floor(rest / BASE);
  }
  return (first[rest] ?? '') + code;
}
