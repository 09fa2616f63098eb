import type { ItemNumbers, RowQuery, RowQueryResult } from '../../../kernel/search/row-counter.ts';
import { type BitSet, countBits, emptyBitSet, forEachBit, setBit } from './bit-set.ts';
import {
  boundsOf,
  countBucketsOf,
  countValuesOf,
  matchingRows,
  type ResolvedCondition,
  rowsInBuckets,
  rowsWithValue,
} from './evaluate.ts';
import type { RowIds } from './row-ids.ts';
import { mergeSegments, SEGMENT_ROWS, type Segment } from './segment.ts';
import { TermTable } from './term-table.ts';

/** A question whose condition has no part in SQL any more. */
export type ResolvedQuery = RowQuery extends infer Question
  ? Question extends RowQuery
    ? Omit<Question, 'condition'> & { readonly condition: ResolvedCondition }
    : never
  : never;

/** Number of small segments from which they are merged into one. */
const MOST_SMALL = 16;
const SMALL_ROWS = SEGMENT_ROWS / 2;

/**
 * All search rows of an organization, in segments that are not written again: rows that have changed are added as a
 * segment of their own, and are dead where they stood before.
 */
export class SegmentIndex {
  #segments: Segment[] = [];
  /** The numbers that all segments have, by their SQL. */
  readonly numbers = new Set<string>();
  /** Items by the SQL of their numbers. */
  readonly #items = new Map<string, RowItems>();

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get rowCount(): number {
    return this.#segments.reduce((sum, { aliveCount }) => sum + aliveCount, 0);
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Takes in what rows of these ids are by now; of those that are not in the segment nothing is left. */
  replace(changed: RowIds, segment: Segment | null): void {
    for (const each of this.#segments) for (let at = 0; at < changed.size; at += 1) each.kill(changed, at);
    if (segment !== null && segment.ids.size > 0) this.#segments.push(segment);
  }

  /** Adds rows that are new here. */
  add(segment: Segment): void {
    if (segment.ids.size > 0) this.#segments.push(segment);
  }

  /** Forgets the numbers of all rows. */
  dropNumbers(): void {
    this.numbers.clear();
    this.#items.clear();
    for (const { numbers } of this.#segments) numbers.clear();
  }

  /** Makes one segment of many small ones. */
  compact(): void {
    const small = this.#segments.filter(({ aliveCount }) => aliveCount < SMALL_ROWS);
    if (small.length <= MOST_SMALL) return;
    const largeSegments = this.#segments.filter(({ aliveCount }) => aliveCount >= SMALL_ROWS);
    const merged: Segment[] = [];
    let [group, rows]: [Segment[], number] = [[], 0];
    for (const segment of small) {
      if (rows + segment.aliveCount > SEGMENT_ROWS) {
        merged.push(mergeSegments(group, [...this.numbers]));
        [group, rows] = [[], 0];
      }
      group.push(segment);
      rows += segment.aliveCount;
    }
    merged.push(mergeSegments(group, [...this.numbers]));
    this.#segments = [...largeSegments, ...merged.filter(({ aliveCount }) => aliveCount > 0)];
  }

  /** Returns the answers, in the order of the questions; questions with the same condition share its matches. */
  answer(queries: readonly ResolvedQuery[]): readonly RowQueryResult[] {
    const rowsByCondition = new Map<ResolvedCondition, readonly MatchedRows[]>();
    return queries.map((query) => {
      const { condition } = query;
      const cachedRows = rowsByCondition.get(condition);
      const rows =
        cachedRows ?? this.#segments.map((segment) => ({ segment, rows: matchingRows(condition, segment) }));
      if (cachedRows === undefined) rowsByCondition.set(condition, rows);
      return runQuery(rows, query, this.#itemsBy(query.items));
    });
  }

  /** Returns the items; they are numbered anew when most are of rows that have changed since. */
  #itemsBy(numbers: ItemNumbers | undefined): RowItems | null {
    if (numbers === undefined) return null;
    const name = numbers.join();
    const cachedItems = this.#items.get(name);
    if (cachedItems !== undefined && cachedItems.size <= this.rowCount * 2 + SEGMENT_ROWS) return cachedItems;
    const items = new RowItems(numbers);
    this.#items.set(name, items);
    return items;
  }
}

interface MatchedRows {
  readonly segment: Segment;
  readonly rows: BitSet;
}

function runQuery(
  foundRows: readonly MatchedRows[],
  query: ResolvedQuery,
  items: RowItems | null,
): RowQueryResult {
  switch (query.kind) {
    case 'count':
      if (items !== null) return [items.count(foundRows)];
      return [foundRows.reduce((sum, { rows }) => sum + countBits(rows), 0)];
    case 'values': {
      if (items !== null) return countItemsByValue(foundRows, query, items);
      const counts = new Array<number>(query.offsets.length - 1).fill(0);
      for (const { segment, rows } of foundRows) countValuesOf(segment, rows, query, counts);
      return counts;
    }
    case 'bounds': {
      let bounds: readonly [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const { segment, rows } of foundRows) bounds = boundsOf(segment, rows, query.numbers, bounds);
      return bounds[0] <= bounds[1] ? bounds : [];
    }
    case 'buckets': {
      if (items !== null) return countItemsByBucket(foundRows, query, items);
      const counts = new Array<number>(Math.max(0, query.limits.length - 1)).fill(0);
      for (const { segment, rows } of foundRows) countBucketsOf(segment, rows, query, counts);
      return counts;
    }
  }
}

function countItemsByValue(
  foundRows: readonly MatchedRows[],
  { terms, offsets }: { readonly terms: BigInt64Array; readonly offsets: Uint32Array },
  items: RowItems,
): RowQueryResult {
  return Array.from({ length: offsets.length - 1 }, (_, value) => {
    const own = terms.subarray(offsets[value], offsets[value + 1]);
    const having = foundRows.flatMap(({ segment, rows }) => {
      const had = rowsWithValue(segment, rows, own);
      return had === null ? [] : [{ segment, rows: had }];
    });
    return having.length === 0 ? 0 : items.count(having);
  });
}

function countItemsByBucket(
  foundRows: readonly MatchedRows[],
  query: { readonly numbers: readonly string[]; readonly limits: readonly number[] },
  items: RowItems,
): RowQueryResult {
  const bySegment = foundRows.map(({ segment, rows }) => ({
    segment,
    buckets: rowsInBuckets(segment, rows, query),
  }));
  return Array.from({ length: Math.max(0, query.limits.length - 1) }, (_, bucket) =>
    items.count(
      bySegment.flatMap(({ segment, buckets }) => {
        const rows = buckets[bucket];
        return rows === undefined ? [] : [{ segment, rows }];
      }),
    ),
  );
}

/** The items that rows of all segments belong to, numbered from 0. */
class RowItems {
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
    const cachedItems = this.#bySegment.get(segment);
    if (cachedItems !== undefined) return cachedItems;
    const [lower, upper] = this.#numbers.map((sql) => segment.numbers.get(sql));
    const items = new Uint32Array(segment.ids.size);
    for (let row = 0; row < items.length; row += 1)
      items[row] = this.#table.intern((lower?.[row] ?? 0) >>> 0, (upper?.[row] ?? 0) >>> 0);
    this.#bySegment.set(segment, items);
    return items;
  }

  /** Returns the number of items that some rows of segments belong to. */
  count(foundRows: readonly { readonly segment: Segment; readonly rows: BitSet }[]): number {
    const all = foundRows.map(({ segment, rows }) => ({ items: this.of(segment), rows }));
    const itemBits = emptyBitSet(this.#table.size);
    for (const { items, rows } of all) forEachBit(rows, (row) => setBit(itemBits, items[row] as number));
    return countBits(itemBits);
  }
}
