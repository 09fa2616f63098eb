// Risk: rows that were changed, removed or merged are still counted, or no longer.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowIds } from '../../../../src/modules/search/segments/row-ids.ts';
import { type Segment, SegmentBuilder } from '../../../../src/modules/search/segments/segment.ts';
import { SegmentIndex } from '../../../../src/modules/search/segments/segment-index.ts';

const PRICE = 'row.n1';

interface Row {
  readonly id: number;
  readonly terms: readonly number[];
  readonly price: number | null;
}

function segmentOf(rows: readonly Row[]): Segment {
  const builder = new SegmentBuilder([PRICE]);
  for (const { id, terms, price } of rows.toSorted((one, other) => one.id - other.id)) {
    const row = builder.addRow(0, 0, 0, id);
    for (const term of terms) builder.addTerm(row, term, 0);
    builder.addNumber(row, PRICE, price ?? Number.NaN);
  }
  return builder.build();
}

const idsOf = (ids: readonly number[]) =>
  new RowIds(Uint32Array.from(ids.toSorted((one, other) => one - other).flatMap((id) => [0, 0, 0, id])));
const terms = (...list: readonly number[]) => BigInt64Array.from(list, BigInt);

const anyRow = fc.record({
  terms: fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 6 }),
  price: fc.option(fc.integer({ min: -5, max: 5 })),
});
/** What rows of some ids become; null: they are removed. */
const anyChange = fc.dictionary(fc.nat({ max: 300 }).map(String), fc.option(anyRow), { maxKeys: 40 });

test('counts what rows are after any changes, in however many segments they stand', () => {
  const agree = fc.property(fc.array(anyChange, { maxLength: 40 }), (changes) => {
    const index = new SegmentIndex();
    index.numbers.add(PRICE);
    const rows = new Map<number, Row>();
    for (const change of changes) {
      const entries = Object.entries(change).map(([id, row]) => [Number(id), row] as const);
      const present = entries.flatMap(([id, row]) => (row === null ? [] : [{ id, ...row }]));
      index.replace(idsOf(entries.map(([id]) => id)), segmentOf(present));
      for (const [id] of entries) rows.delete(id);
      for (const row of present) rows.set(row.id, row);
      index.compact();
    }
    const has = (row: Row, ...some: readonly number[]) => some.some((term) => row.terms.includes(term));
    const isMatch = (row: Row) =>
      has(row, 1, 2, 3) &&
      !(row.price !== null && row.price > 0 && row.price <= 3) &&
      !(has(row, 4) && has(row, 5));
    const condition = {
      kind: 'and',
      of: [
        { kind: 'any-of', terms: terms(1, 2, 3) },
        {
          kind: 'not',
          of: { kind: 'range', number: PRICE, from: 0, to: 3, fromIncluded: false, toIncluded: true },
        },
        { kind: 'not', of: { kind: 'all-of', terms: terms(4, 5) } },
      ],
    } as const;
    const found = [...rows.values()].filter(isMatch);
    const prices = found.flatMap(({ price }) => price ?? []);
    expect(index.rowCount).toBe(rows.size);
    expect(
      index.answer([
        { kind: 'count', condition },
        { kind: 'values', condition, terms: terms(1, 6, 7, 8, 99), offsets: Uint32Array.of(0, 1, 4, 5) },
        { kind: 'bounds', condition, numbers: [PRICE] },
        { kind: 'buckets', condition, numbers: [PRICE], limits: [-4, 0, 2] },
      ]),
    ).toEqual([
      [found.length],
      [1, 2, 3].map((value) =>
        value === 3 ? 0 : found.filter((row) => (value === 1 ? has(row, 1) : has(row, 6, 7, 8))).length,
      ),
      prices.length === 0 ? [] : [Math.min(...prices), Math.max(...prices)],
      [
        prices.filter((price) => price >= -4 && price < 0).length,
        prices.filter((price) => price >= 0 && price < 2).length,
      ],
    ]);
  });
  fc.assert(agree, { numRuns: 100 });
});

test('many small segments become one, without what is dead', () => {
  const index = new SegmentIndex();
  for (let id = 0; id < 40; id += 1) {
    index.replace(idsOf([id, id + 1]), segmentOf([{ id, terms: [id], price: null }]));
    index.compact();
  }
  expect(index.rowCount).toBe(40);
  expect(index.segments.length).toBeLessThanOrEqual(17);
});
