import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import { DOCUMENT_LIMITS } from './document-limits.ts';
import { parseRecord } from './parse-record.ts';

/** The sign or value that has to come next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

/** A container that has begun, and the key that its next value has. */
interface Level {
  readonly isArray: boolean;
  key: string;
}

/**
 * Returns the values at the first array on a path of a JSON document, or the one value at the path if there is no array:
 * only one of them is in memory at a time. The rest of the path is left to the caller.
 *
 * @param path keys from the root, such as `data`, `products`
 * @param isBeginning whether the text may end anywhere
 * @returns each value with the number of keys of the path that lead to it
 * @throws ValidationFailed `import-file-invalid` for a text that is not JSON, or has other values at the path
 */
export async function* readJsonRecords(
  chunks: AsyncIterable<Uint8Array>,
  path: readonly string[],
  isBeginning = false,
): AsyncGenerator<{ readonly value: JsonValue; readonly depth: number }> {
  const scanner = new RecordScanner(path);
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    scanner.add(decoder.decode(chunk, { stream: true }));
    yield* scanner.take();
  }
  scanner.add(decoder.decode(), true);
  yield* scanner.end(isBeginning);
}

const STRUCTURE = /["[\]{},:]|[^\s"[\]{},:]+/g;

/** Finds the texts of records in a document by its brackets, and parses each of them alone. */
class RecordScanner {
  readonly #path: readonly string[];
  readonly #levels: Level[] = [];
  readonly #records: { readonly value: JsonValue; readonly depth: number }[] = [];
  readonly #keys = new Set<string>();
  /** Text from character `offset` on, and the position up to which it is scanned. */
  #text = '';
  #at = 0;
  #offset = 0;
  /** Text after it, while a string goes on. */
  #next = '';
  #isInString = false;
  /** Text of the record under way, before `text`. */
  #recordText = '';
  /** Start of the record under way, the level at which it ends, and the keys that led to it. */
  #record: { start: number; readonly level: number; readonly depth: number } | null = null;
  /** Values of the record under way. */
  #count = 0;
  /** Level of the array whose elements are records, or of the object that has the record. */
  #source: { readonly level: number; readonly depth: number } | null = null;
  #expected: Expected = 'value';
  #isOver = false;
  #hasSource = false;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  add(text: string, isLast = false): void {
    this.#next += text;
    // A text that goes on is not copied and searched again with each piece of it.
    if (this.#isInString && !text.includes('"') && !isLast && !this.#isTooLarge()) return;
    if (this.#record !== null) {
      this.#recordText += this.#text.slice(this.#record.start, this.#at);
      this.#record.start = 0;
    }
    this.#offset += this.#at;
    this.#text = this.#text.slice(this.#at) + this.#next;
    this.#next = '';
    this.#at = 0;
    this.#scan(false);
    if (this.#isTooLarge())
      throw invalidFileError(
        localized('document-record-too-large', { max: DOCUMENT_LIMITS.recordCharacters }),
      );
  }

  #isTooLarge(): boolean {
    const waiting = this.#text.length - (this.#record?.start ?? this.#at) + this.#next.length;
    return this.#recordText.length + waiting > DOCUMENT_LIMITS.recordCharacters;
  }

  *take() {
    yield* this.#records.splice(0);
  }

  *end(isBeginning: boolean) {
    if (!isBeginning) {
      this.#scan(true);
      if (!this.#isOver) throw invalid(this.#offset + this.#at);
    }
    yield* this.#records.splice(0);
    if (this.#hasSource) return;
    const keys = [...this.#keys].slice(0, 20);
    throw invalidFileError(localized('document-path-not-found', { path: this.#path.join('/'), list: keys }));
  }

  #scan(isEnd: boolean): void {
    this.#isInString = false;
    for (;;) {
      STRUCTURE.lastIndex = this.#at;
      const match = STRUCTURE.exec(this.#text);
      if (match === null) {
        this.#at = this.#text.length;
        return;
      }
      const { index } = match;
      const [sign] = match;
      let end = index + sign.length;
      if (sign === '"') {
        end = endOfString(this.#text, index);
        if (end === -1) {
          this.#at = index;
          this.#isInString = true;
          if (isEnd) throw invalid(this.#offset + index);
          return;
        }
      } else if (end === this.#text.length && !isEnd && !/["[\]{},:]/.test(sign)) {
        // A number or word may go on in the next piece.
        this.#at = index;
        return;
      }
      this.#token(sign, index, end);
      this.#at = end;
    }
  }

  #token(sign: string, start: number, end: number): void {
    if (this.#isOver) throw invalid(this.#offset + start);
    const level = this.#levels.at(-1);
    const expect = (...expected: readonly Expected[]) => {
      if (!expected.includes(this.#expected)) throw invalid(this.#offset + start);
    };
    switch (sign) {
      case '{':
      case '[':
        expect('value', 'value or ]');
        this.#begin(start);
        this.#levels.push({ isArray: sign === '[', key: '' });
        this.#expected = sign === '[' ? 'value or ]' : 'key or }';
        if (this.#levels.length > DOCUMENT_LIMITS.depth)
          throw invalidFileError(localized('import-document-too-deep', { max: DOCUMENT_LIMITS.depth }));
        this.#enter(sign === '[', start);
        return;
      case '}':
      case ']':
        expect(', or end', sign === ']' ? 'value or ]' : 'key or }');
        if (level?.isArray !== (sign === ']')) throw invalid(this.#offset + start);
        this.#levels.pop();
        if (this.#source !== null && this.#levels.length < this.#source.level) this.#source = null;
        this.#finish(end);
        return;
      case ',':
        expect(', or end');
        this.#expected = level?.isArray === true ? 'value' : 'key';
        return;
      case ':':
        expect(':');
        this.#expected = 'value';
        return;
      default:
        if (sign === '"' && level !== undefined && this.#expected.startsWith('key')) {
          this.#expected = ':';
          if (this.#record !== null) return;
          level.key = parse(this.#text.slice(start, end), this.#offset + start) as string;
          this.#addKey();
          return;
        }
        expect('value', 'value or ]');
        this.#begin(start);
        // The texts of records are parsed whole.
        if (this.#record === null) parse(this.#text.slice(start, end), this.#offset + start);
        this.#finish(end);
    }
  }

  /** Remembers the first keys of the document, for the message that there is nothing at the path. */
  #addKey(): void {
    if (this.#keys.size < 20)
      this.#keys.add(
        this.#levels
          .map(({ key }) => key)
          .join('/')
          .slice(0, DOCUMENT_LIMITS.shownCharacters),
      );
  }

  /** A value begins: a record, if its place is that of records. */
  #begin(start: number): void {
    this.#count += 1;
    if (this.#record !== null && this.#count > DOCUMENT_LIMITS.values)
      throw invalidFileError(localized('document-record-too-many-nodes', { max: DOCUMENT_LIMITS.values }));
    if (this.#record !== null || this.#source === null) {
      if (
        this.#record === null &&
        this.#levels.length === 0 &&
        this.#path.length === 0 &&
        this.#text[start] !== '['
      )
        this.#beginRecord(start, 0);
      return;
    }
    if (this.#levels.length === this.#source.level) this.#beginRecord(start, this.#source.depth);
  }

  #beginRecord(start: number, depth: number): void {
    this.#hasSource = true;
    this.#count = 1;
    this.#record = { start, level: this.#levels.length, depth };
  }

  /** An array or object begins: its elements are records if the keys before it are the beginning of the path. */
  #enter(isArray: boolean, start: number): void {
    if (this.#record !== null || this.#source !== null) return;
    const keys = this.#levels.slice(0, -1).map(({ key }) => key);
    const isOnPath = keys.every((key, index) => key === this.#path[index]);
    if (!isOnPath || this.#levels.slice(0, -1).some((level) => level.isArray)) return;
    if (isArray) {
      this.#source = { level: this.#levels.length, depth: keys.length };
      this.#hasSource = true;
    } else if (keys.length === this.#path.length && keys.length > 0) {
      // The object at the path is the only record.
      this.#hasSource = true;
      this.#count = 1;
      this.#record = { start, level: this.#levels.length - 1, depth: keys.length };
    }
  }

  #finish(end: number): void {
    this.#expected = ', or end';
    if (this.#record !== null && this.#levels.length === this.#record.level) {
      const { start, depth } = this.#record;
      const text = this.#recordText + this.#text.slice(start, end);
      this.#records.push({ value: parse(text, this.#offset + start), depth });
      this.#record = null;
      this.#recordText = '';
    }
    if (this.#levels.length === 0) this.#isOver = true;
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return -1;
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function parse(text: string, position: number): JsonValue {
  try {
    return parseRecord(text);
  } catch {
    throw invalid(position);
  }
}

const invalid = (position: number) =>
  invalidFileError(localized('import-json-invalid', { position: position + 1 }));

/** An object at the end of a path, with the objects around it, the nearest first. */
export interface PathRecord {
  readonly value: JsonObject;
  readonly parents: readonly JsonObject[];
  /** Fields of the objects around it were left out, because each row would repeat them. */
  readonly areParentsCut: boolean;
}

/** Returns the objects at the rest of a path inside a value; arrays on the way are entered. */
export function* recordsAt(
  value: JsonValue,
  path: readonly string[],
  parents: readonly JsonObject[] = [],
  areParentsCut = false,
): Generator<PathRecord> {
  const [key, ...rest] = path;
  if (isJsonArray(value)) for (const entry of value) yield* recordsAt(entry, path, parents, areParentsCut);
  else if (key === undefined)
    yield { value: isJsonObject(value) ? value : { value }, parents, areParentsCut };
  else if (isJsonObject(value)) {
    const { [key]: below = null, ...around } = value;
    if (below === null) return;
    const fields = shortFields(around);
    const isCut = areParentsCut || Object.keys(fields).length < Object.keys(around).length;
    yield* recordsAt(below, rest, [fields, ...parents], isCut);
  }
}

/** Returns the first fields of an object, as many as rows may repeat. */
function shortFields(around: JsonObject): JsonObject {
  let characters = 0;
  const fields = Object.entries(around).filter(([key, value]) => {
    characters += key.length + JSON.stringify(value ?? null).length;
    return characters <= DOCUMENT_LIMITS.aroundCharacters;
  });
  return Object.fromEntries(fields);
}
