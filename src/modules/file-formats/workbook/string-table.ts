import { localized } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import { WORKBOOK_LIMITS } from './workbook-limits.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;
const INITIAL_CAPACITY = 4_096;

/**
 * The texts that the sheets of a workbook share, by number. They are stored as UTF-8 in large blocks: as strings
 * they would take several times as much.
 */
export class StringTable {
  readonly #blocks: Buffer[] = [];
  #used = BLOCK_BYTES;
  /** Block, first byte and length of each text. */
  #entries = new Uint32Array(INITIAL_CAPACITY * 3);
  #count = 0;
  #sizeBytes = 0;

  get count(): number {
    return this.#count;
  }

  /** @throws ValidationFailed when all texts together are too large */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.#sizeBytes += length + 12;
    if (this.#sizeBytes > WORKBOOK_LIMITS.stringTableBytes) {
      const limit = WORKBOOK_LIMITS.stringTableBytes / 1024 / 1024;
      throw invalidFileError(localized('workbook-too-many-texts', { limit }));
    }
    if (this.#used + length > BLOCK_BYTES) {
      this.#blocks.push(Buffer.allocUnsafe(Math.max(BLOCK_BYTES, length)));
      this.#used = 0;
    }
    if (this.#count * 3 === this.#entries.length) {
      const wider = new Uint32Array(this.#entries.length * 2);
      wider.set(this.#entries);
      this.#entries = wider;
    }
    const block = this.#blocks.length - 1;
    this.#blocks[block]?.write(text, this.#used);
    this.#entries.set([block, this.#used, length], this.#count * 3);
    this.#used += length;
    this.#count += 1;
  }

  /** Returns the text of a number; undefined when there is none. */
  at(index: number): string | undefined {
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.#count) return undefined;
    const [block = 0, start = 0, length = 0] = this.#entries.subarray(index * 3, index * 3 + 3);
    return this.#blocks[block]?.toString('utf8', start, start + length);
  }
}
