// Risk: counts and facets that are kept in memory differ from the database while another process writes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RequestError, ValidationFailed } from '../../../../src/kernel/errors.ts';
import { createCursors } from '../../../../src/kernel/page.ts';
import { listProducts, upsertProducts } from '../../../../src/modules/product/index.ts';
import type { ProductFilter } from '../../../../src/modules/search/filter/filter.ts';
import {
  type OpenRowCounts,
  openRowCounts,
} from '../../../../src/modules/search/segments/open-row-counts.ts';
import { MODULES } from '../../../../src/modules.ts';
import { pgTransaction } from '../../../../src/platform/database/transaction.ts';
import { readLastSequences } from '../../../../src/platform/ledger/read-ledger.ts';
import { NO_METRICS } from '../../../../src/platform/metrics/metrics.ts';
import {
  createOperationRunner,
  type OperationRunner,
} from '../../../../src/platform/operation/run-operation.ts';
import { arbitraryFilter, arbitraryProducts, seedEveryType } from '../../../support/arbitrary-filters.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { loadExpectedSearch } from '../../../support/search.ts';
import type { SegmentWriterOptions } from '../../../support/segment-writer.ts';
import { silentLog } from '../../../support/silent-log.ts';

/** How many filters are tried; SEGMENT_CASES=10000 for a long run. */
const CASES = Number(process.env.SEGMENT_CASES ?? 40);
const SEED = Number(process.env.TEST_SEED ?? 1);

let catalogue: TestOrganization;
let counts: OpenRowCounts;
/** They tell the same time, and differ in how they count. */
let counting: OperationRunner;
let reading: OperationRunner;
const answered = { segments: 0, statements: 0 };
const countedRows = (by: keyof typeof answered) => {
  answered[by] += 1;
};

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedEveryType(catalogue);
  const { connectionString, database, owner, runner } = catalogue;
  const { structure } = await loadExpectedSearch(catalogue);
  const items = fc.sample(arbitraryProducts(structure), { numRuns: 40, seed: SEED }).flat();
  await runner.write(owner, upsertProducts, { items, mode: 'upsert', errorPolicy: 'reject_failed' });
  counts = openRowCounts({
    connectionString,
    memoryBytes: 50_000_000,
    leastRows: 0,
    log: silentLog,
    metrics: { ...NO_METRICS, rowCount: countedRows },
  });
  const cursors = createCursors('test');
  const clock = { now: () => new Date('2026-11-23T12:00:00Z') };
  reading = createOperationRunner({ database, clock, cursors, modules: MODULES });
  counting = createOperationRunner({ database, clock, cursors, modules: MODULES, rowCounts: counts });
});
afterAll(async () => {
  await counts.close();
  await catalogue.close();
});

const FIELDS = [
  ...['status', 'type', 'attribute_set', 'categories', 'channels', 'missing', 'tags', 'color', 'select_lc'],
  ...['multi_select', 'boolean_lc', 'entity', 'entity_list', 'number', 'number_lc', 'date_l', 'datetime_c'],
  ...['price:EUR', 'price_lc:USD', 'measurement'],
];

/** Everything that is counted of what a filter finds. */
async function countAll(runner: OperationRunner, filter: ProductFilter, choice: number) {
  const fields = [FIELDS[choice % FIELDS.length] ?? ''];
  const page = await runner.read(catalogue.owner, listProducts, { filter, first: 0 });
  const facets = await page.facets({ fields });
  return {
    total: await page.count(),
    facets: facets.map(({ field, values, range }) => ({
      field,
      values: values.map(({ value, count }) => [value, count]),
      range: range && { ...range, buckets: range.buckets.map(({ from, count }) => [from, count]) },
    })),
  };
}

const lastSequence = async () => {
  const { database, owner } = catalogue;
  const last = await readLastSequences(pgTransaction(database.owner), [owner.organizationId]);
  return last.get(owner.organizationId);
};

/** Both ways, between two events; null for a filter that is refused. */
async function countBothWays(filter: ProductFilter, choice: number) {
  for (;;) {
    const before = await lastSequence();
    try {
      const bySegments = await countAll(counting, filter, choice);
      const byStatements = await countAll(reading, filter, choice);
      if (before === (await lastSequence())) return { bySegments, byStatements };
    } catch (error) {
      if (error instanceof ValidationFailed || error instanceof RequestError) return null;
      throw error;
    }
  }
}

async function startWriter(): Promise<AsyncDisposable> {
  const options: SegmentWriterOptions = {
    connectionString: catalogue.connectionString,
    organizationId: catalogue.owner.organizationId,
    seed: SEED,
  };
  const script = fileURLToPath(new URL('../../../support/segment-writer.ts', import.meta.url));
  const writer = fork(script, [JSON.stringify(options)], { execArgv: [] });
  await once(writer, 'message');
  return {
    async [Symbol.asyncDispose]() {
      expect(writer.exitCode, 'the writer has failed').toBeNull();
      const ended = once(writer, 'exit');
      writer.disconnect();
      expect(await ended).toEqual([0, null]);
    },
  };
}

test('counts, facets, bounds and buckets are those of statements while another process writes', {
  timeout: 3_600_000,
}, async () => {
  const { structure, documents } = await loadExpectedSearch(catalogue);
  const began = await lastSequence();
  await using _writer = await startWriter();
  const skus = documents.map(({ key }) => key).slice(0, 12);
  let compared = 0;
  let found = 0;
  const agree = fc.asyncProperty(
    arbitraryFilter(structure, skus),
    fc.nat({ max: 1_000 }),
    async (filter, choice) => {
      const both = await countBothWays(filter, choice);
      if (both === null) return;
      compared += 1;
      if (both.byStatements.total > 0) found += 1;
      expect(both.bySegments).toEqual(both.byStatements);
    },
  );
  await fc.assert(agree, { numRuns: CASES, seed: SEED, endOnFailure: true });
  expect(compared).toBeGreaterThan(CASES * 0.8);
  expect(found).toBeGreaterThan(CASES * 0.2);
  // What proves nothing would be easy to fulfil: statements on both sides, or a writer that does not write.
  expect(answered.segments).toBeGreaterThan(answered.statements);
  expect(await lastSequence()).toBeGreaterThan((began ?? 0) + CASES / 10);
});

test('answers go on when the thread has died, and come from segments again', async () => {
  const ask = () => countAll(counting, { type: { eq: 'simple' } }, 0);
  const expected = await ask();
  await counts.crash();
  expect(await ask()).toEqual(expected);
  expect(counts.stats.rows).toBe(0);
  await expect.poll(ask, { timeout: 20_000, interval: 200 }).toSatisfy(() => counts.stats.rows > 0);
  expect(await ask()).toEqual(expected);
});
