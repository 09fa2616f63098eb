import type { ItemNumbers } from '../../../kernel/search/row-counts.ts';
import { type Bits, countBits, eachBit, emptyBits, setBit } from './bits.ts';
import type { Segment } from './segment.ts';
import { TermTable } from './term-table.ts';

/** The items that rows of all segments belong to, numbered from 0. */
export class RowItems {
  readonly #numbers: ItemNumbers;
  readonly #table = new TermTable();
  readonly #bySegment = new WeakMap<Segment, Uint32Array>();

  constructor(numbers: ItemNumbers) {
    this.#numbers = numbers;
  }

  /** Number of items that have been met; items that are gone stay. */
  get size(): number {
    return this.#table.size;
  }

  /** Returns the item of each row of a segment. */
  of(segment: Segment): Uint32Array {
    const known = this.#bySegment.get(segment);
    if (known !== undefined) return known;
    const [lower, upper] = this.#numbers.map((sql) => segment.numbers.get(sql));
    const items = new Uint32Array(segment.ids.size);
    for (let row = 0; row < items.length; row += 1)
      items[row] = this.#table.intern((lower?.[row] ?? 0) >>> 0, (upper?.[row] ?? 0) >>> 0);
    this.#bySegment.set(segment, items);
    return items;
  }

  /** Returns the number of items that some rows of segments belong to. */
  count(found: readonly { readonly segment: Segment; readonly rows: Bits }[]): number {
    const all = found.map(({ segment, rows }) => ({ items: this.of(segment), rows }));
    const met = emptyBits(this.#table.size);
    for (const { items, rows } of all) eachBit(rows, (row) => setBit(met, items[row] as number));
    return countBits(met);
  }
}
