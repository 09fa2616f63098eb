import { type Segment, SegmentBuilder } from './segment.ts';

/** Signature, flags and the length of an extension. */
const HEADER_BYTES = 19;
const UUID_BYTES = 16;
/** Number of dimensions, whether there are nulls, type of the elements, length, first index. */
const ARRAY_HEADER_BYTES = 20;
/** Size of an array element in bytes: its length, 8, and a 64-bit number. */
const ELEMENT_BYTES = 12;

/**
 * Reads rows of `id uuid, terms bigint[]` and some `float8` as `COPY … (FORMAT binary)` sends them, in chunks that end
 * anywhere. Terms may be left out (NULL).
 */
export class CopyReader {
  readonly #builder: SegmentBuilder;
  readonly #numbers: readonly string[];
  #rest: Buffer = Buffer.alloc(0);
  #isBegun = false;

  constructor(numbers: readonly string[]) {
    this.#numbers = numbers;
    this.#builder = new SegmentBuilder(numbers);
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    if (!this.#isBegun) {
      if (bytes.length < HEADER_BYTES) {
        this.#rest = bytes;
        return;
      }
      this.#isBegun = true;
      at = HEADER_BYTES;
    }
    for (;;) {
      const end = this.#endOfRow(bytes, at);
      if (end < 0) break;
      this.#read(bytes, at);
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }

  /** Returns the segment of the rows that were read. */
  build(): Segment {
    return this.#builder.build();
  }

  /** Returns the end of the row that begins at `start`; -1 when it is not whole, or there is none any more. */
  #endOfRow(bytes: Buffer, start: number): number {
    if (bytes.length < start + 2) return -1;
    const fields = bytes.readInt16BE(start);
    if (fields < 0) return -1;
    let at = start + 2;
    for (let field = 0; field < fields; field += 1) {
      if (bytes.length < at + 4) return -1;
      at += 4 + Math.max(0, bytes.readInt32BE(at));
    }
    return at <= bytes.length ? at : -1;
  }

  #read(bytes: Buffer, start: number): void {
    let at = start + 6;
    const row = this.#builder.addRow(
      bytes.readUInt32BE(at),
      bytes.readUInt32BE(at + 4),
      bytes.readUInt32BE(at + 8),
      bytes.readUInt32BE(at + 12),
    );
    at += UUID_BYTES;
    const length = bytes.readInt32BE(at);
    at += 4;
    const end = at + Math.max(0, length);
    // Each value stands behind the length of its element.
    for (let term = at + ARRAY_HEADER_BYTES + 4; term < end; term += ELEMENT_BYTES)
      this.#builder.addTerm(row, bytes.readUInt32BE(term + 4), bytes.readUInt32BE(term));
    at = end;
    for (const sql of this.#numbers) {
      const isNull = bytes.readInt32BE(at) < 0;
      this.#builder.addNumber(row, sql, isNull ? Number.NaN : bytes.readDoubleBE(at + 4));
      at += isNull ? 4 : 12;
    }
  }
}
