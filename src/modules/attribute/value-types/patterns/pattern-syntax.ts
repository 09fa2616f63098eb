/** A part of a pattern; only syntax that RE2 and ECMAScript read alike, once it is written out anew. */
export type PatternNode =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'class'; readonly negated: boolean; readonly items: readonly ClassItem[] }
  | { readonly kind: 'edge'; readonly sign: '^' | '$' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly part: PatternNode;
      readonly least: number;
      /** Null: any number. */
      readonly most: number | null;
    };

/** Characters from one to another, both included, or a named group of them. */
export type ClassItem =
  | { readonly from: string; readonly to: string }
  | { readonly group: keyof typeof GROUPS };

/** Character classes that `\d`, `\w` and `\s` stand for in RE2; ECMAScript's `\s` has blanks of all scripts. */
export const GROUPS = {
  d: { syntax: '0-9', sample: '0' },
  w: { syntax: '0-9A-Za-z_', sample: 'A' },
  s: { syntax: '\\t\\n\\f\\r ', sample: ' ' },
} as const;
export const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', f: '\f', r: '\r' };
const MAXIMUM_REPEATS = 1_000;

/** Thrown for what is valid in RE2, but not read here. */
class NotRead extends Error {}

/** Returns the parts of a pattern; null when it uses syntax that is not read here. */
export function readPattern(pattern: string): PatternNode | null {
  try {
    const characters = [...pattern];
    const reader = { characters, position: 0 };
    const node = readChoice(reader);
    return reader.position === characters.length ? node : null;
  } catch (error) {
    if (error instanceof NotRead) return null;
    throw error;
  }
}

interface Reader {
  readonly characters: readonly string[];
  position: number;
}

const peek = ({ characters, position }: Reader) => characters[position];

function take(reader: Reader): string {
  const character = reader.characters[reader.position];
  if (character === undefined) throw new NotRead();
  reader.position += 1;
  return character;
}

function skip(reader: Reader, text: string): boolean {
  const isMatch = reader.characters.slice(reader.position, reader.position + text.length).join('') === text;
  if (isMatch) reader.position += text.length;
  return isMatch;
}

function readChoice(reader: Reader): PatternNode {
  const branches = [readSequence(reader)];
  while (skip(reader, '|')) branches.push(readSequence(reader));
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches };
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  for (let next = peek(reader); next !== undefined && next !== '|' && next !== ')'; next = peek(reader)) {
    parts.push(readRepeats(reader, readAtom(reader)));
  }
  return { kind: 'sequence', parts };
}

function readAtom(reader: Reader): PatternNode {
  const character = take(reader);
  switch (character) {
    case '(': {
      if (peek(reader) === '?' && !skip(reader, '?:')) throw new NotRead();
      const inner = readChoice(reader);
      if (!skip(reader, ')')) throw new NotRead();
      return inner;
    }
    case '[':
      return readClass(reader);
    case '.':
      return { kind: 'class', negated: true, items: [{ from: '\n', to: '\n' }] };
    case '^':
    case '$':
      return { kind: 'edge', sign: character };
    case '\\':
      return readEscape(reader);
    case '*':
    case '+':
    case '?':
    case '{':
    case '}':
      throw new NotRead();
    default:
      return { kind: 'character', text: character };
  }
}

function readEscape(reader: Reader): PatternNode {
  const letter = take(reader);
  const group = letter.toLowerCase();
  if (group === 'd' || group === 'w' || group === 's') {
    return { kind: 'class', negated: letter !== group, items: [{ group }] };
  }
  return { kind: 'character', text: escapedCharacter(letter) };
}

function escapedCharacter(letter: string): string {
  const control = CONTROLS[letter];
  if (control !== undefined) return control;
  if (/[A-Za-z0-9]/.test(letter) || letter > '\u007e') throw new NotRead();
  return letter;
}

function readClass(reader: Reader): PatternNode {
  const negated = skip(reader, '^');
  const items: ClassItem[] = [];
  while (!skip(reader, ']')) {
    const from = readClassItem(reader);
    const isRange = peek(reader) === '-' && reader.characters[reader.position + 1] !== ']';
    if (!isRange) {
      items.push(typeof from === 'string' ? { from, to: from } : from);
      continue;
    }
    take(reader);
    const to = readClassItem(reader);
    if (typeof from !== 'string' || typeof to !== 'string') throw new NotRead();
    items.push({ from, to });
  }
  if (items.length === 0) throw new NotRead();
  return { kind: 'class', negated, items };
}

function readClassItem(reader: Reader): string | { readonly group: keyof typeof GROUPS } {
  const character = take(reader);
  if (character === '[') throw new NotRead();
  if (character !== '\\') return character;
  const letter = take(reader);
  return letter === 'd' || letter === 'w' || letter === 's' ? { group: letter } : escapedCharacter(letter);
}

function readRepeats(reader: Reader, part: PatternNode): PatternNode {
  const counts = readCounts(reader);
  if (counts === null) return part;
  // Lazy or greedy makes no difference to whole texts.
  skip(reader, '?');
  // A repeated repetition is an error in one of the two, a repeated edge in the other.
  if (readCounts(reader) !== null || part.kind === 'edge') throw new NotRead();
  return { kind: 'repeat', part, ...counts };
}

function readCounts(reader: Reader): { readonly least: number; readonly most: number | null } | null {
  if (skip(reader, '*')) return { least: 0, most: null };
  if (skip(reader, '+')) return { least: 1, most: null };
  if (skip(reader, '?')) return { least: 0, most: 1 };
  const rest = reader.characters.slice(reader.position, reader.position + 12).join('');
  const match = /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(rest);
  if (match === null) return null;
  const [text, first = '', comma, second] = match;
  reader.position += text.length;
  const least = Number(first);
  const most = comma === undefined ? least : second === undefined ? null : Number(second);
  if (Math.max(least, most ?? 0) > MAXIMUM_REPEATS || (most ?? least) < least) throw new NotRead();
  return { least, most };
}
