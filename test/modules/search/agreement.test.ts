// Risk: a filter means one thing in SQL and another where no database is asked, or counts say something else than pages.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ValidationFailed } from '../../../src/kernel/errors.ts';
import type { ProductFilter } from '../../../src/modules/search/filter/filter.ts';
import { not, type Plan } from '../../../src/modules/search/filter/plan.ts';
import { allOf, planProductFilter } from '../../../src/modules/search/filter/plan-filter.ts';
import { countBuckets, countValues, findBounds, findHits } from '../../../src/modules/search/search.store.ts';
import { pageStatement } from '../../../src/modules/search/statement/page-statement.ts';
import { unrestricted } from '../../../src/modules/search/visibility.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { arbitraryFilter, seedEveryType } from '../../support/arbitrary-filters.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import type { ExpectedSearch } from '../../support/search.ts';
import { evaluateCounts, fieldsOf } from './evaluate-counts.ts';
import { evaluatePlan } from './evaluate-plan.ts';
import { givenRandomProducts } from './random-products.ts';

/** How many filters are tried; SEARCH_CASES=10000 for a long run. */
const CASES = Number(process.env.SEARCH_CASES ?? 100);
/** How many catalogues they are tried on. */
const CATALOGUES = 5;

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedEveryType(catalogue);
});
afterAll(() => catalogue.close());

/** The products that the statement finds and those that the evaluation does; null for a filter that is refused. */
async function askBoth(filter: ProductFilter, world: ExpectedSearch, { counts: areCounted = false } = {}) {
  const { organizationId, structure, state, documents } = world;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const settings = { organizationId, structure, now: new Date(), path: ['filter'] };
  let plan: ReturnType<typeof allOf>;
  try {
    plan = allOf(await planProductFilter(transaction, filter, settings));
  } catch (error) {
    if (error instanceof ValidationFailed) return { refusal: error };
    throw error;
  }
  const scope = { table: 'product', organizationId, structure, columns: state.columns } as const;
  const page = { plan: unrestricted(plan), sorts: [], position: null, limit: 10_000 };
  const hits = await findHits(transaction, pageStatement(scope, page));
  const skuOf = new Map(documents.map(({ id, key }) => [id, key]));
  return {
    found: hits.map(({ id }) => skuOf.get(id)),
    expected: documents.filter((one) => evaluatePlan(plan, one, structure)).map(({ key }) => key),
    counts: areCounted ? await countBoth(plan, world) : null,
  };
}

const byValue = ({ value: one }: { value: string }, { value: other }: { value: string }) =>
  one < other ? -1 : 1;

/** The counts of some fields, half of them among what does not match, by statements and by the evaluation. */
async function countBoth(plan: Plan, { organizationId, structure, state, documents }: ExpectedSearch) {
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const scope = { table: 'product', organizationId, structure, columns: state.columns } as const;
  const fields = fieldsOf(structure, [unrestricted(plan), unrestricted(not(plan))]);
  const values = await countValues(transaction, scope, fields.coded);
  const counted = {
    values: values.map((each) => each.toSorted(byValue)),
    bounds: await findBounds(transaction, scope, fields.numeric),
    buckets: await countBuckets(transaction, scope, fields.numeric),
  };
  return { counted, expected: evaluateCounts(fields, documents, structure) };
}

/** Counting costs more than finding: it is compared in every so many cases. */
const COUNTED_EVERY = 4;

const seeds = Array.from({ length: CATALOGUES }, (_, index) => index + Number(process.env.TEST_SEED ?? 1));

test.each(seeds)(
  'finds and counts what the evaluation does, in catalogue %i',
  { timeout: 600_000 },
  async (seed) => {
    const world = await givenRandomProducts(catalogue, seed);
    const skus = world.documents.map(({ key }) => key).slice(0, 12);
    const counts = { refused: 0, none: 0, some: 0 };
    let cases = 0;
    const agree = fc.asyncProperty(arbitraryFilter(world.structure, skus), async (filter) => {
      cases += 1;
      const asked = await askBoth(filter, world, { counts: cases % COUNTED_EVERY === 0 });
      if (asked.refusal !== undefined) {
        // All filters made here are well-formed, though some narrow nothing and some are too large.
        expect(asked.refusal.code, JSON.stringify(asked.refusal.errors)).toMatch(/^filter-too-/);
        counts.refused += 1;
        return;
      }
      counts[asked.expected.length === 0 ? 'none' : 'some'] += 1;
      expect(asked.found).toEqual(asked.expected);
      expect(asked.counts?.counted).toEqual(asked.counts?.expected);
    });
    await fc.assert(agree, { numRuns: Math.ceil(CASES / CATALOGUES), seed });
    // A generator whose filters find nothing would prove nothing.
    expect(counts.some).toBeGreaterThan((CASES / CATALOGUES) * 0.2);
    expect(counts.refused).toBeLessThan((CASES / CATALOGUES) * 0.2);
  },
);
