// Risk: the way that is the shorter one finds other products than the other way, or in another order.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ValidationFailed } from '../../../src/kernel/errors.ts';
import { ANY_SCOPE, and, type Plan } from '../../../src/modules/search/filter/plan.ts';
import { allOf, planProductFilter } from '../../../src/modules/search/filter/plan-filter.ts';
import { fieldsOf, isSortable } from '../../../src/modules/search/row/column.ts';
import { findHits, type Hit } from '../../../src/modules/search/search.store.ts';
import { compilePlan, completenessScopes } from '../../../src/modules/search/statement/compile-plan.ts';
import { pageStatement } from '../../../src/modules/search/statement/page-statement.ts';
import { orderBy, type Sort, sortKeys } from '../../../src/modules/search/statement/sort.ts';
import { unrestricted } from '../../../src/modules/search/visibility.ts';
import { Parameters } from '../../../src/platform/database/parameters.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { arbitraryFilter, seedEveryType } from '../../support/arbitrary-filters.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import type { ExpectedSearch } from '../../support/search.ts';
import { givenRandomProducts } from './random-products.ts';

/** How many filters are tried, each with an order; PAGE_CASES=5000 for a long run. */
const CASES = Number(process.env.PAGE_CASES ?? 80);
const SEED = Number(process.env.TEST_SEED ?? 1);

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedEveryType(catalogue);
});
afterAll(() => catalogue.close());

/** Holds for everything and looks for a text, of which statistics tell nothing: so the way is chosen by a sample. */
const ANY_KEY: Plan = { kind: 'key-text', match: 'contains', text: '' };

/** One or two of the keys that products can be sorted by. */
function anySorts({ structure }: ExpectedSearch): fc.Arbitrary<readonly Sort[]> {
  const descending = fc.boolean();
  const property = fc.record({
    by: fc.constantFrom('id', 'key', 'status', 'attributeSet', 'updatedAt', 'completeness', 'tags'),
    descending,
  });
  const attributes = [...structure.attributes.values()].filter(isSortable);
  const fields = attributes.flatMap((attribute) => fieldsOf(attribute, structure));
  const field = fc.record({ by: fc.constant('field'), field: fc.constantFrom(...fields), descending });
  const at = fc.constantFrom(...completenessScopes(ANY_SCOPE, structure));
  const measured = fc.record({ by: fc.constant('completenessAt'), at, descending });
  return fc.array(fc.oneof(property, field, measured) as fc.Arbitrary<Sort>, { maxLength: 2 });
}

test('finds the same pages on either way as one statement without pages', { timeout: 600_000 }, async () => {
  const world = await givenRandomProducts(catalogue, SEED);
  const { organizationId, structure, state } = world;
  const { pool } = catalogue.database.of(organizationId);
  const transaction = pgTransaction(pool);
  const scope = { table: 'product', organizationId, structure, columns: state.columns } as const;
  const limit = 8;
  const pagesOf = async (plan: Plan, sorts: readonly Sort[]) => {
    const ids: string[] = [];
    for (let last: Hit | undefined; ; ) {
      const page = { plan: unrestricted(plan), sorts, position: last?.position ?? null, limit };
      const hits = await findHits(transaction, pageStatement(scope, page));
      ids.push(...hits.map(({ id }) => id));
      last = hits.at(-1);
      if (hits.length < limit || last === undefined) return ids;
    }
  };
  const inOrder = async (plan: Plan, sorts: readonly Sort[]) => {
    const parameters = new Parameters();
    const organization = parameters.add(organizationId, 'uuid');
    const settings = { ...scope, parameters };
    const { rows } = await pool.query<{ id: string }>(
      `SELECT row.id FROM search.product AS row
       WHERE row.organization_id = ${organization} AND ${compilePlan(plan, settings)}
       ORDER BY ${orderBy(sortKeys(sorts, settings))}`,
      parameters.values,
    );
    return rows.map(({ id }) => id);
  };
  const skus = world.documents.map(({ key }) => key).slice(0, 12);
  let pages = 0;
  const agree = fc.asyncProperty(arbitraryFilter(structure, skus), anySorts(world), async (filter, sorts) => {
    const settings = { organizationId, structure, now: new Date(), path: ['filter'] };
    let plan: Plan;
    try {
      plan = and([allOf(await planProductFilter(transaction, filter, settings)), ANY_KEY]);
    } catch (error) {
      if (error instanceof ValidationFailed) return;
      throw error;
    }
    const found = await pagesOf(plan, sorts);
    pages += Math.ceil(found.length / limit);
    expect(found, JSON.stringify(sorts)).toEqual(await inOrder(plan, sorts));
  });
  await fc.assert(agree, { numRuns: CASES, seed: SEED });
  expect(pages).toBeGreaterThan(CASES);
});
