import { isAscii } from 'node:buffer';
import type { FileEncoding } from '../columns/file-options.ts';
import { rateAsWestern } from './western-text.ts';

/** Bytes of the beginning by which UTF-16 is seen. */
const UTF16_BYTES = 4_096;
/** Characters beyond ASCII that are enough evidence. */
const ENOUGH_CHARACTERS = 1_000;
const LINE_FEED = Uint8Array.of(10);

/** Bytes before and after those beyond ASCII by which letters and signs are rated. */
const CONTEXT_BYTES = 24;
/** Share of letters and signs in unlikely positions from which on a reading is wrong. */
const MISPLACED_SHARE = 0.05;
/** Letters and signs that are enough evidence; fewer may be others in another encoding. */
const MANY_LETTERS = 5;
/** Other encodings of Latin letters. Letters that are the same in all of them need no further evidence. */
const OTHER_LATIN = ['windows-1250', 'windows-1254', 'windows-1257', 'iso-8859-15'];

/**
 * Returns the encoding of a text without a byte order mark: UTF-16 by its zero bytes; Windows-1252 or MacRoman where
 * bytes beyond ASCII are no UTF-8 and, read in only one of these, letters and signs of Western texts in likely positions.
 * Null for UTF-8 and where the bytes do not show it, as with the letters of Polish or Russian: a wrong encoding would
 * change texts without a message, so other encodings have to be stated.
 */
export async function detectEncoding(
  head: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): Promise<FileEncoding | null> {
  const wide = detectUtf16(head.subarray(0, UTF16_BYTES));
  if (wide !== null) return wide;
  const evidence = new Evidence();
  for await (const chunk of chunks) {
    if (!isAscii(chunk)) evidence.add(chunk);
    if (evidence.isEnough) break;
  }
  return evidence.encoding();
}

/** A text of letters, digits and signs has a zero in every second byte. */
function detectUtf16(head: Uint8Array): FileEncoding | null {
  const pairs = Math.floor(head.length / 2);
  if (pairs < 2) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even += 1;
    if (head[at + 1] === 0) odd += 1;
  }
  if (odd > pairs / 2 && even < pairs / 20) return 'utf-16le';
  return even > pairs / 2 && odd < pairs / 20 ? 'utf-16be' : null;
}

/** Bytes beyond ASCII: characters of UTF-8 among them, and the text around them. */
class Evidence {
  #valid = 0;
  #invalid = 0;
  /** Continuation bytes that a character of UTF-8 still needs. */
  #needed = 0;
  readonly #parts: Uint8Array[] = [];

  get isEnough(): boolean {
    return this.#valid + this.#invalid >= ENOUGH_CHARACTERS;
  }

  add(chunk: Uint8Array): void {
    let start = -1;
    let end = 0;
    for (let at = 0; at < chunk.length && !this.isEnough; at += 1) {
      const byte = chunk[at] ?? 0;
      this.#addToUtf8(byte);
      if (byte >= 0x80) {
        if (start === -1) start = Math.max(0, at - CONTEXT_BYTES);
        end = at + CONTEXT_BYTES;
      } else if (start !== -1 && at === end) {
        this.#parts.push(Uint8Array.from(chunk.subarray(start, end)), LINE_FEED);
        start = -1;
      }
    }
    if (start !== -1) this.#parts.push(Uint8Array.from(chunk.subarray(start, end)), LINE_FEED);
  }

  #addToUtf8(byte: number): void {
    if (byte < 0x80) {
      if (this.#needed > 0) this.#invalid += 1;
      this.#needed = 0;
      return;
    }
    const isContinuation = byte < 0xc0;
    if (isContinuation && this.#needed > 0) {
      this.#needed -= 1;
      if (this.#needed === 0) this.#valid += 1;
      return;
    }
    if (isContinuation || this.#needed > 0 || byte < 0xc2 || byte > 0xf4) this.#invalid += 1;
    this.#needed = isContinuation || byte > 0xf4 ? 0 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
  }

  encoding(): FileEncoding | null {
    // A few broken cells in a file of UTF-8 are broken cells.
    if (this.#invalid === 0 || this.#valid * 10 > this.#invalid) return null;
    const bytes = Buffer.concat(this.#parts);
    const readings = (['windows-1252', 'macintosh'] as const).flatMap((encoding) => {
      const text = new TextDecoder(encoding).decode(bytes);
      const rating = rateAsWestern(text);
      if (rating === null || rating.fitting === 0) return [];
      return rating.misplaced > rating.fitting * MISPLACED_SHARE ? [] : [{ encoding, text, ...rating }];
    });
    const [reading, other] = readings;
    if (reading === undefined || (other !== undefined && other.text !== reading.text)) return null;
    const isMany = reading.fitting >= MANY_LETTERS;
    const isVaried = reading.distinct > 1;
    if (reading.encoding === 'macintosh') return isMany && isVaried ? reading.encoding : null;
    const isUndisputed = () =>
      reading.misplaced === 0 &&
      OTHER_LATIN.every((encoding) => new TextDecoder(encoding).decode(bytes) === reading.text);
    return isMany || isVaried || isUndisputed() ? reading.encoding : null;
  }
}
