import type { RowPredicate } from '../../../kernel/search/row-counter.ts';
import {
  type BitSet,
  complement,
  countBits,
  emptyBitSet,
  forEachBit,
  intersect,
  setBit,
  union,
} from './bit-set.ts';
import type { RowIds } from './row-ids.ts';
import type { Segment } from './segment.ts';

/** A condition whose parts in SQL have been looked up. */
export type ResolvedCondition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly ResolvedCondition[] }
  | { readonly kind: 'not'; readonly of: ResolvedCondition }
  | Exclude<RowPredicate, { readonly kind: 'and' | 'or' | 'not' | 'sql' }>
  | { readonly kind: 'ids'; readonly ids: RowIds };

/** Returns the living rows of a segment that a condition holds for. */
export function matchingRows(condition: ResolvedCondition, segment: Segment): BitSet {
  const bits = evaluate(condition, segment);
  intersect(bits, segment.alive);
  return bits;
}

/** Returns the rows that a condition holds for; they may contain dead rows. */
function evaluate(condition: ResolvedCondition, segment: Segment): BitSet {
  switch (condition.kind) {
    case 'and': {
      const bits = segment.alive.slice();
      for (const each of condition.of) intersect(bits, evaluate(each, segment));
      return bits;
    }
    case 'or': {
      const bits = emptyBitSet(segment.ids.size);
      for (const each of condition.of) union(bits, evaluate(each, segment));
      return bits;
    }
    case 'not': {
      const bits = evaluate(condition.of, segment);
      complement(bits, segment.alive);
      return bits;
    }
    case 'any-of': {
      const bits = emptyBitSet(segment.ids.size);
      for (const [low, high] of halves(condition.terms)) addTerm(segment, low, high, bits);
      return bits;
    }
    case 'all-of': {
      const bits = segment.alive.slice();
      for (const [low, high] of halves(condition.terms)) {
        const rows = emptyBitSet(segment.ids.size);
        addTerm(segment, low, high, rows);
        intersect(bits, rows);
      }
      return bits;
    }
    case 'range': {
      const { from, to, fromIncluded, toIncluded } = condition;
      const [least, most] = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY];
      const isIn = (value: number) =>
        (from === null || fromIncluded ? value >= least : value > least) &&
        (to === null || toIncluded ? value <= most : value < most);
      return rowsByNumber(segment, condition.number, isIn);
    }
    case 'one-of': {
      const numbers = new Set(condition.numbers);
      return rowsByNumber(segment, condition.number, (value) => numbers.has(value));
    }
    case 'ids': {
      const bits = emptyBitSet(segment.ids.size);
      for (let at = 0; at < condition.ids.size; at += 1) {
        const ordinal = segment.ids.find(condition.ids, at);
        if (ordinal >= 0) setBit(bits, ordinal);
      }
      return bits;
    }
  }
}

function addTerm(segment: Segment, low: number, high: number, into: BitSet): void {
  const term = segment.findTerm(low, high);
  if (term >= 0) segment.addRowsOf(term, into);
}

/** Returns the lower and the upper 32 bits of each term. */
function* halves(terms: BigInt64Array): Generator<readonly [low: number, high: number]> {
  const termHalves = new Uint32Array(terms.buffer, terms.byteOffset, terms.length * 2);
  for (let at = 0; at < termHalves.length; at += 2)
    yield [termHalves[at] as number, termHalves[at + 1] as number];
}

function rowsByNumber(segment: Segment, sql: string, isIn: (value: number) => boolean): BitSet {
  const bits = emptyBitSet(segment.ids.size);
  const values = numbersOf(segment, sql);
  // No comparison with NaN holds.
  for (let row = 0; row < values.length; row += 1) if (isIn(values[row] as number)) setBit(bits, row);
  return bits;
}

function numbersOf(segment: Segment, sql: string): Float64Array {
  const values = segment.numbers.get(sql);
  if (values === undefined) throw new Error(`The numbers ${sql} are not in the segments.`);
  return values;
}

/** Adds to each count how many of some rows have the value: one of the terms between two offsets. */
export function countValuesOf(
  segment: Segment,
  rows: BitSet,
  { terms, offsets }: { readonly terms: BigInt64Array; readonly offsets: Uint32Array },
  counts: number[],
): void {
  const termHalves = new Uint32Array(terms.buffer, terms.byteOffset, terms.length * 2);
  for (let value = 0; value + 1 < offsets.length; value += 1) {
    const segmentTerms: number[] = [];
    for (let at = offsets[value] as number; at < (offsets[value + 1] as number); at += 1) {
      const term = segment.findTerm(termHalves[at * 2] as number, termHalves[at * 2 + 1] as number);
      if (term >= 0) segmentTerms.push(term);
    }
    const [first] = segmentTerms;
    if (first === undefined) continue;
    counts[value] =
      (counts[value] ?? 0) +
      (segmentTerms.length === 1 ? segment.countRowsOf(first, rows) : among(segmentTerms));
  }

  function among(segmentTerms: readonly number[]): number {
    const bits = emptyBitSet(segment.ids.size);
    for (const term of segmentTerms) segment.addRowsOf(term, bits);
    intersect(bits, rows);
    return countBits(bits);
  }
}

/** Returns those of some rows that have a value: one of some terms. Null: none of them has it. */
export function rowsWithValue(segment: Segment, rows: BitSet, terms: BigInt64Array): BitSet | null {
  const segmentTerms = [...halves(terms)]
    .map(([low, high]) => segment.findTerm(low, high))
    .filter((term) => term >= 0);
  if (segmentTerms.length === 0) return null;
  const bits = emptyBitSet(segment.ids.size);
  for (const term of segmentTerms) segment.addRowsOf(term, bits);
  intersect(bits, rows);
  return bits;
}

/** Returns the smallest and the largest of some numbers of some rows. */
export function boundsOf(
  segment: Segment,
  rows: BitSet,
  numbers: readonly string[],
  [min, max]: readonly [min: number, max: number],
): readonly [min: number, max: number] {
  let [least, most] = [min, max];
  for (const sql of numbers) {
    const values = numbersOf(segment, sql);
    forEachBit(rows, (row) => {
      const value = values[row] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    });
  }
  return [least, most];
}

/** Adds to each count how many of some rows have a number from a limit to below the next. */
export function countBucketsOf(
  segment: Segment,
  rows: BitSet,
  { numbers, limits }: { readonly numbers: readonly string[]; readonly limits: readonly number[] },
  counts: number[],
): void {
  const all = numbers.map((sql) => numbersOf(segment, sql));
  forEachBit(rows, (row) => {
    const buckets = new Set<number>();
    for (const values of all) {
      const bucket = bucketOf(values[row] as number, limits);
      if (bucket >= 0) buckets.add(bucket);
    }
    for (const bucket of buckets) counts[bucket] = (counts[bucket] ?? 0) + 1;
  });
}

/** Returns those of some rows that have a number in each bucket: from a limit to below the next. */
export function rowsInBuckets(
  segment: Segment,
  rows: BitSet,
  { numbers, limits }: { readonly numbers: readonly string[]; readonly limits: readonly number[] },
): readonly BitSet[] {
  const buckets = limits.slice(1).map(() => emptyBitSet(segment.ids.size));
  for (const sql of numbers) {
    const values = numbersOf(segment, sql);
    forEachBit(rows, (row) => {
      const bits = buckets[bucketOf(values[row] as number, limits)];
      if (bits !== undefined) setBit(bits, row);
    });
  }
  return buckets;
}

/**
 * Returns the number of the bucket that a value is in; -1 outside of all. It is that of `width_bucket` of PostgreSQL,
 * less 1.
 */
function bucketOf(value: number, limits: readonly number[]): number {
  if (Number.isNaN(value)) return -1;
  let bucket = -1;
  while (bucket + 1 < limits.length && value >= (limits[bucket + 1] as number)) bucket += 1;
  return bucket + 1 < limits.length ? bucket : -1;
}
