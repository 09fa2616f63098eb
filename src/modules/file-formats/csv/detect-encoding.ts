import { isAscii } from 'node:buffer';
import type { FileEncoding } from '../columns/file-options.ts';

/** Bytes of the beginning by which UTF-16 is seen. */
const UTF16_BYTES = 4_096;
/** Characters beyond ASCII that are enough evidence. */
const ENOUGH = 1_000;

/** Letters and signs of Western texts by their bytes; letters of the lower case, which are more frequent, first. */
const WINDOWS_1252 = [
  [...bytesOf('e4f6fce9e8eaebe0e2e7eeeff4f9fbf1e1edf3fae5e6f8df9c')],
  [...bytesOf('c4d6dcc9c8c0c7d8c5c68c8096978493949192859bb0b2b3bdbcbeaea999b1b5d7a7abbba0adb7a3')],
] as const;
const MACINTOSH = [
  [...bytesOf('8a9a9f8e8f909188898d9495999d9e968792979c8cbebfa7cf')],
  [...bytesOf('80858683e9cb82afaece81dbd0d1e3d2d3d4d5c9a1a8a9aab1b5a4c7c8cae1a3')],
] as const;

function* bytesOf(hex: string): Generator<number> {
  for (let at = 0; at < hex.length; at += 2) yield Number.parseInt(hex.slice(at, at + 2), 16);
}

const SCORES: ReadonlyMap<FileEncoding, ReadonlyMap<number, number>> = new Map(
  (
    [
      ['windows-1252', WINDOWS_1252],
      ['macintosh', MACINTOSH],
    ] as const
  ).map(([encoding, [lower, other]]) => [
    encoding,
    new Map([...other.map((byte) => [byte, 1] as const), ...lower.map((byte) => [byte, 2] as const)]),
  ]),
);

/**
 * Returns the encoding of a text without a byte order mark: UTF-16 by its zero bytes; Windows-1252 or MacRoman where
 * bytes beyond ASCII are no UTF-8 and most of them are letters and signs of Western texts there. Null for UTF-8 and
 * where the bytes do not show it; other encodings have to be stated.
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

/** Bytes beyond ASCII, as UTF-8 and as single bytes. */
class Evidence {
  #valid = 0;
  #invalid = 0;
  /** Continuation bytes that a character of UTF-8 still needs. */
  #needed = 0;
  #bytes = 0;
  readonly #scores = new Map<FileEncoding, number>();

  get isEnough(): boolean {
    return this.#valid + this.#invalid >= ENOUGH;
  }

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte < 0x80) {
        if (this.#needed > 0) this.#invalid += 1;
        this.#needed = 0;
        continue;
      }
      this.#bytes += 1;
      for (const [encoding, scores] of SCORES)
        this.#scores.set(encoding, (this.#scores.get(encoding) ?? 0) + (scores.get(byte) ?? -1));
      this.#addToUtf8(byte);
      if (this.isEnough) return;
    }
  }

  #addToUtf8(byte: number): void {
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
    const [best, other] = [...this.#scores].sort(([, a], [, b]) => b - a);
    if (best === undefined || best[1] < this.#bytes / 2 || best[1] === other?.[1]) return null;
    return best[0];
  }
}
