import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../src/app.ts';
import { defineRead } from '../../src/kernel/operation.ts';
import { listProducts } from '../../src/modules/product/index.ts';
import { summarizeCompleteness } from '../../src/modules/product/read/summarize-completeness.ts';
import { ALL_PRODUCTS, type ProductQuery, prepareProductSearch } from '../../src/modules/search/index.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { createLog } from '../../src/platform/log.ts';
import { newId } from '../../src/platform/new-id.ts';
import type { PrismaReadContext } from '../../src/platform/operation/context.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { collectSearchTerms } from '../../src/worker/search-terms/collect-search-terms.ts';
import { testStatement } from '../../test/support/statement.ts';
import { percentile } from '../statistics.ts';
import { searchCases } from './search-cases.ts';

/** Size of a page, as elsewhere in this bench; a page reads what a thin list shows. */
const PAGE = 50;
const THIN = new Set(['sku', 'status', 'updatedAt'] as const);

export interface SearchTimes {
  readonly name: string;
  readonly found: number;
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  /** EXPLAIN (ANALYZE, BUFFERS) of the statement that finds the page. */
  readonly plan: string;
}

/** Explains how PostgreSQL plans and runs the statement of a search. */
const explain = defineRead({
  name: 'explainSearch',
  scope: 'products:read',
  errors: [],
  async handler(context: PrismaReadContext, query: Pick<ProductQuery, 'filter' | 'sort'>) {
    const options = { visibility: ALL_PRODUCTS, size: PAGE };
    const { statement } = await prepareProductSearch(context, query, options);
    const rows = await context.execute(
      testStatement<{ 'QUERY PLAN': string }>(
        'bench.explain',
        `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${statement.text}`,
      ),
      statement.parameters,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  },
});

/**
 * Measures the milliseconds of each search as an operation, without an API: medians and 95th percentiles of `runs`.
 * `only` selects the searches whose name contains it.
 */
export async function measureSearches(
  catalogue: AppContext,
  organizationId: string,
  { runs, only = '' }: { readonly runs: number; readonly only?: string | undefined },
): Promise<SearchTimes[]> {
  const { runner, database } = catalogue;
  const session = systemSession(organizationId, { door: 'system', requestId: newId() });
  const measured: SearchTimes[] = [];
  // The terms are collected as by a worker; misspelled terms are compared with them.
  await collectSearchTerms({
    owner: pgTransaction(database.owner),
    runner,
    clock: catalogue.clock,
    log: createLog('warn'),
  });
  const count = async () => {
    const began = performance.now();
    await (await runner.read(session, listProducts, { first: 0 })).count();
    return performance.now() - began;
  };
  await untilCountedInMemory(count);
  const cases = await searchCases(database.owner, organizationId);
  for (const { name, query, also } of cases.filter((one) => one.name.includes(only))) {
    const times: number[] = [];
    let total = 0;
    for (let run = -2; run < runs; run += 1) {
      const began = performance.now();
      const page = await runner.read(session, listProducts, { ...query, first: PAGE, parts: THIN });
      if (also === 'count') total = await page.count();
      else if (also === 'facets') await page.facets({ fields: ['status', 'attribute_set', 'missing'] });
      else if (also === 'summary') await runner.read(session, summarizeCompleteness, {});
      // The first runs warm the caches between requests.
      if (run >= 0) times.push(performance.now() - began);
      if (also !== 'count') total = page.items.length;
    }
    const plan = await runner.read(session, explain, query);
    const [min, p50, p95] = [Math.min(...times), percentile(times, 0.5), percentile(times, 0.95)];
    measured.push({ name, found: total, min, p50, p95, plan });
  }
  return measured;
}

/**
 * Waits until counts come from memory. Large catalogues are counted by a statement until their segments are built,
 * which takes up to half a minute for a million.
 */
async function untilCountedInMemory(count: () => Promise<number>): Promise<void> {
  const byStatement = await count();
  for (let turn = 0; turn < 120 && (await count()) > byStatement / 5; turn += 1) await sleep(500);
}
