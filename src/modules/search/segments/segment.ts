import {
  type BitSet,
  clearBit,
  countIntersection,
  forEachBit,
  fullBitSet,
  hasBit,
  setBit,
  union,
} from './bit-set.ts';
import { compareIds, RowIds } from './row-ids.ts';
import { TermTable } from './term-table.ts';

/** Maximum number of rows of a segment: an ordinal has 16 bits. */
export const SEGMENT_ROWS = 65_536;

/**
 * Up to 65,536 rows by their contents: for each term the rows that have it, for each number its value by row. A row
 * that has changed since is dead, and stands in a newer segment.
 */
export class Segment {
  readonly ids: RowIds;
  /** Values by the SQL of the number; NaN where a row has none. */
  readonly numbers: Map<string, Float64Array>;
  readonly alive: BitSet;
  #aliveCount: number;
  readonly #table: TermTable;
  /** Number of rows that have each term. */
  readonly #counts: Uint32Array;
  /**
   * Position at which the rows of each term begin: as ordinals in `#sparse`, or, if many have it, as bits in `#dense`.
   */
  readonly #starts: Uint32Array;
  readonly #sparse: Uint16Array;
  readonly #dense: Uint32Array;

  constructor({ ids, table, terms, rows, numbers }: SegmentEntries) {
    this.ids = ids;
    this.numbers = numbers;
    this.alive = fullBitSet(ids.size);
    this.#aliveCount = ids.size;
    this.#table = table;
    this.#counts = new Uint32Array(table.size);
    this.#starts = new Uint32Array(table.size);
    for (const term of terms) this.#counts[term] = (this.#counts[term] as number) + 1;
    let [sparse, dense] = [0, 0];
    for (let term = 0; term < table.size; term += 1) {
      const isDense = this.#isDense(term);
      this.#starts[term] = isDense ? dense : sparse;
      if (isDense) dense += this.alive.length;
      else sparse += this.#counts[term] as number;
    }
    this.#sparse = new Uint16Array(sparse);
    this.#dense = new Uint32Array(dense);
    const next = this.#starts.slice();
    for (let entry = 0; entry < terms.length; entry += 1) {
      const [term, row] = [terms[entry] as number, rows[entry] as number];
      const at = next[term] as number;
      if (this.#isDense(term)) setBit(this.#dense, at * 32 + row);
      else {
        this.#sparse[at] = row;
        next[term] = at + 1;
      }
    }
  }

  /** Returns true if bits take less memory than two bytes for each row. */
  #isDense(term: number): boolean {
    return (this.#counts[term] as number) > this.alive.length * 2;
  }

  get aliveCount(): number {
    return this.#aliveCount;
  }

  /** Memory of the segment in bytes. */
  get bytes(): number {
    const arrays = [this.ids.words, this.#counts, this.#starts, this.#sparse, this.#dense, this.alive];
    return [...arrays, ...this.numbers.values()].reduce(
      (sum, { byteLength }) => sum + byteLength,
      this.#table.bytes,
    );
  }

  /** Marks the row of an id of some list as dead, if it stands here. */
  kill(ids: RowIds, at: number): void {
    const ordinal = this.ids.find(ids, at);
    if (ordinal < 0 || !hasBit(this.alive, ordinal)) return;
    clearBit(this.alive, ordinal);
    this.#aliveCount -= 1;
  }

  /** Returns the number of a term here; -1 when no row has it. */
  findTerm(low: number, high: number): number {
    return this.#table.find(low, high);
  }

  /** Adds the rows that have a term; dead ones, too. */
  addRowsOf(term: number, into: BitSet): void {
    const start = this.#starts[term] as number;
    if (this.#isDense(term)) union(into, this.#dense, start);
    else {
      const end = start + (this.#counts[term] as number);
      for (let index = start; index < end; index += 1) setBit(into, this.#sparse[index] as number);
    }
  }

  /** Returns the number of some rows that have a term. */
  countRowsOf(term: number, among: BitSet): number {
    const start = this.#starts[term] as number;
    if (this.#isDense(term)) return countIntersection(among, this.#dense, start);
    const end = start + (this.#counts[term] as number);
    let count = 0;
    for (let index = start; index < end; index += 1)
      if (hasBit(among, this.#sparse[index] as number)) count += 1;
    return count;
  }

  /** Takes over numbers of rows that both have; the arrays for them are there. */
  takeNumbers(other: Segment, numbers: readonly string[]): void {
    for (let at = 0; at < other.ids.size; at += 1) {
      const ordinal = this.ids.find(other.ids, at);
      if (ordinal < 0) continue;
      for (const sql of numbers) {
        const into = this.numbers.get(sql);
        if (into !== undefined) into[ordinal] = other.numbers.get(sql)?.[at] ?? Number.NaN;
      }
    }
  }

  /** Adds the living rows to a builder; `ordinals` are their new ones by the old. */
  copyTo(builder: SegmentBuilder, ordinals: Int32Array): void {
    for (let term = 0; term < this.#table.size; term += 1) {
      const [low, high] = [this.#table.low(term), this.#table.high(term)];
      const start = this.#starts[term] as number;
      const copy = (row: number) => {
        const ordinal = ordinals[row] as number;
        if (ordinal >= 0) builder.addTerm(ordinal, low, high);
      };
      if (this.#isDense(term)) forEachBit(this.#dense, copy, start, this.alive.length);
      else for (const row of this.#sparse.subarray(start, start + (this.#counts[term] as number))) copy(row);
    }
  }
}

/** Contents from which a segment is made. */
interface SegmentEntries {
  readonly ids: RowIds;
  readonly table: TermTable;
  /** Pairs of term and row, in no order: numbers of the table, and ordinals. */
  readonly terms: Uint32Array;
  readonly rows: Uint16Array;
  readonly numbers: Map<string, Float64Array>;
}

/** Gathers rows, ascending by id, for a segment. */
export class SegmentBuilder {
  size = 0;
  #words = new Uint32Array(256);
  readonly #table = new TermTable();
  #entries = 0;
  #terms = new Uint32Array(1_024);
  #rows = new Uint16Array(1_024);
  readonly #numbers: Map<string, number[]>;

  constructor(numbers: Iterable<string>) {
    this.#numbers = new Map([...numbers].map((sql) => [sql, []]));
  }

  /** Adds a row by the words of its id; answers its ordinal. */
  addRow(first: number, second: number, third: number, fourth: number): number {
    const at = this.size * 4;
    if (at >= this.#words.length) this.#words = grown(this.#words, Uint32Array);
    this.#words[at] = first;
    this.#words[at + 1] = second;
    this.#words[at + 2] = third;
    this.#words[at + 3] = fourth;
    this.size += 1;
    return this.size - 1;
  }

  /** Adds a term; each term of a row is added once. */
  addTerm(row: number, low: number, high: number): void {
    if (this.#entries >= this.#terms.length) {
      this.#terms = grown(this.#terms, Uint32Array);
      this.#rows = grown(this.#rows, Uint16Array);
    }
    this.#terms[this.#entries] = this.#table.intern(low, high);
    this.#rows[this.#entries] = row;
    this.#entries += 1;
  }

  /** Adds a number; NaN when the row has none. */
  addNumber(row: number, sql: string, value: number): void {
    const numbers = this.#numbers.get(sql);
    if (numbers !== undefined) numbers[row] = value;
  }

  build(): Segment {
    this.#table.trim();
    return new Segment({
      ids: new RowIds(this.#words.slice(0, this.size * 4)),
      table: this.#table,
      terms: this.#terms.subarray(0, this.#entries),
      rows: this.#rows.subarray(0, this.#entries),
      numbers: new Map([...this.#numbers].map(([sql, values]) => [sql, Float64Array.from(values)])),
    });
  }
}

function grown<List extends Uint32Array | Uint16Array>(list: List, Type: new (length: number) => List): List {
  const larger = new Type(list.length * 2);
  larger.set(list);
  return larger;
}

/** Returns the living rows of some segments, which have the same numbers, as one; up to {@link SEGMENT_ROWS} in all. */
export function mergeSegments(segments: readonly Segment[], numbers: readonly string[]): Segment {
  const rows = segments.flatMap((segment) => {
    const living: { segment: Segment; ordinal: number }[] = [];
    forEachBit(segment.alive, (ordinal) => living.push({ segment, ordinal }));
    return living;
  });
  rows.sort((one, other) =>
    compareIds(one.segment.ids.words, one.ordinal, other.segment.ids.words, other.ordinal),
  );
  const builder = new SegmentBuilder(numbers);
  const ordinals = new Map(
    segments.map((segment) => [segment, new Int32Array(segment.ids.size).fill(-1)] as const),
  );
  for (const { segment, ordinal } of rows) {
    const { words } = segment.ids;
    const [first, second, third, fourth] = words.subarray(ordinal * 4, ordinal * 4 + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const row = builder.addRow(first, second, third, fourth);
    for (const sql of numbers) builder.addNumber(row, sql, segment.numbers.get(sql)?.[ordinal] ?? Number.NaN);
    const rowsByOrdinal = ordinals.get(segment);
    if (rowsByOrdinal !== undefined) rowsByOrdinal[ordinal] = row;
  }
  for (const [segment, known] of ordinals) segment.copyTo(builder, known);
  return builder.build();
}
