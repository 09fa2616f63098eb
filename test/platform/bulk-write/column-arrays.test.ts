// Risk: a text, a number or nothing at all comes back from a statement over many rows as something else.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/kernel/json.ts';
import { columnArrays } from '../../../src/platform/bulk-write/column-arrays.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { testStatement } from '../../support/statement.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
}, 60_000);
afterAll(() => catalogue.close());

const SHAPE = {
  ordinal: 'integer',
  id: 'uuid',
  words: 'text',
  list: 'text[]',
  terms: 'bigint[]',
  document: 'jsonb',
  amount: 'float8',
  small: 'smallint',
  flag: 'boolean',
} as const;

const text = fc.oneof(
  fc.constantFrom(
    '',
    'NULL',
    '{}',
    '{a,b}',
    '"',
    '\\',
    '\\"',
    ',',
    ' ',
    "'",
    'ü',
    '🛋️',
    'שלום',
    '\r\n',
    '\u0001',
  ),
  // Whatever the kernel lets through: no NUL, no half of a surrogate pair.
  fc.string({ unit: 'binary', maxLength: 300 }).filter((value) => !value.includes('\0')),
);
// No key of one character that JSON escapes: V8 13.6 reads that as a backslash where it has met a backslash before.
const key = fc.oneof(fc.constantFrom('', '"quoted"', '{}', 'שלום'), fc.string({ minLength: 2 }));
const row = fc.record({
  id: fc.option(fc.uuid()),
  words: fc.option(text),
  list: fc.option(fc.array(text, { maxLength: 4 })),
  terms: fc.option(
    fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String), { maxLength: 4 }),
  ),
  document: fc.option(fc.oneof(fc.array(text), fc.dictionary(key, text), text, fc.boolean(), fc.integer())),
  amount: fc.option(fc.double({ noNaN: true }).map((number) => (number === 0 ? 0 : number))),
  small: fc.option(fc.integer({ min: -32_768, max: 32_767 })),
  flag: fc.option(fc.boolean()),
});

type Row = Readonly<Record<keyof typeof SHAPE, JsonValue>>;

/** Sends rows to the database and reads them back. */
function openMirror() {
  const transaction = pgTransaction(catalogue.database.owner);
  return async (rows: readonly Row[]) => {
    const { source, parameters } = columnArrays(SHAPE, rows, 2);
    const found = await transaction.execute(
      testStatement(
        'test.rows',
        `SELECT row.ordinal, row.id::text AS id, words, list, terms::text[] AS terms, document, amount,
              small::int AS small, flag
       FROM ${source} AS row WHERE $1::int = 1 ORDER BY row.ordinal`,
      ),
      [1, ...parameters],
    );
    return found;
  };
}

test('rows are what they were', async () => {
  const mirror = openMirror();
  const whole = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (given) => {
    const rows = given.map((one, ordinal) => ({ ordinal, ...one }));
    expect(await mirror(rows)).toEqual(rows);
  });
  await fc.assert(whole, { numRuns: 150 });
});

test('rows that are alike are still as many', async () => {
  const mirror = openMirror();
  const whole = fc.asyncProperty(
    row,
    fc.integer({ min: 1, max: 5 }),
    fc.boolean(),
    async (one, count, numbered) => {
      const rows = Array.from({ length: count }, (_, index) => ({ ordinal: numbered ? index : 0, ...one }));
      expect(await mirror(rows)).toEqual(rows);
    },
  );
  await fc.assert(whole, { numRuns: 50 });
});

test('documents that are to keep their order do', async () => {
  const { source, parameters } = columnArrays(
    { document: 'json' },
    [{ document: { unit: 'METER', amount: '2', b: 1, aa: 2 } }],
    1,
  );
  const found = await pgTransaction(catalogue.database.owner).execute(
    testStatement('test.order', `SELECT document::text AS text FROM ${source} AS row`),
    parameters,
  );
  expect(found).toEqual([{ text: '{"unit":"METER","amount":"2","b":1,"aa":2}' }]);
});

test('no rows are none', async () => {
  const { source, parameters } = columnArrays(SHAPE, [], 1);
  const found = await pgTransaction(catalogue.database.owner).execute(
    testStatement('test.none', `SELECT * FROM ${source} AS row`),
    parameters,
  );
  expect(found).toEqual([]);
});
