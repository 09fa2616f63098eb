// Risk: right after many products came in, before the database knows their number, each page of a walk or list goes
// through all of them, and an export takes minutes.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../../../src/kernel/operation.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { analyzeProductTable } from '../../../src/modules/product/index.ts';
import { loadLinks } from '../../../src/modules/product/links/association.store.ts';
import { loadProductsById } from '../../../src/modules/product/read/listed-product.store.ts';
import { ALL_FIELDS } from '../../../src/modules/product/read/listed-product.ts';
import { createTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarness } from '../../support/imports.ts';

/** So few that nobody looks after their import, and so many that somebody does. */
const FEW = 900;
const MANY = 2_000;

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  for (const table of ['public.product', 'public.product_association', 'search.product'])
    await catalogue.database.owner.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'UPSELL' }]);
});
afterAll(() => catalogue.close());

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows of tables of products a statement looks at. */
async function rowsLookedAt(read: (transaction: Transaction) => Promise<unknown>): Promise<number> {
  const { organizationId } = catalogue.owner;
  const client = await catalogue.database.of(organizationId).pool.connect();
  let looked = 0;
  const add = (node: PlanNode): void => {
    if (/^product/.test(node['Relation Name'] ?? ''))
      looked += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    for (const child of node.Plans ?? []) add(child);
  };
  try {
    await read(
      createTransaction(async ({ sql }, parameters) => {
        const explained = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...parameters]);
        add(explained.rows[0]['QUERY PLAN'][0].Plan);
        return [];
      }),
    );
  } finally {
    client.release();
  }
  return looked;
}

const numbersKnown = async () =>
  (
    await catalogue.database.owner.query<{ name: string; known: number }>(
      `SELECT oid::regclass::text AS name, reltuples::int AS known FROM pg_class
       WHERE oid IN ('public.product'::regclass, 'public.product_association'::regclass, 'search.product'::regclass)
       ORDER BY 1`,
    )
  ).rows;

test('a page costs what stands on it, whether or not the database knows how many products there are', async () => {
  const { organizationId } = catalogue.owner;
  const file = Array.from(
    { length: FEW },
    (_, row) => `U-${row};accessories;${row % 2 ? `U-${row - 1}` : ''}`,
  );
  const { created } = await createImportHarness(catalogue).run(
    ['sku;attribute_set;UPSELL-products', ...file, ''].join('\n'),
  );
  expect(created).toBe(FEW);
  expect(await numbersKnown()).toEqual([
    { name: 'product', known: -1 },
    { name: 'product_association', known: -1 },
    { name: 'search.product', known: -1 },
  ]);
  const { rows } = await catalogue.database.owner.query<{ id: string }>(
    `SELECT source_id::text AS id FROM public.product_association ORDER BY source_id LIMIT 100`,
  );
  const ids = rows.map(({ id }) => id);
  const pages = async () => ({
    products: await rowsLookedAt((one) => loadProductsById(one, organizationId, ids, ALL_FIELDS)),
    links: await rowsLookedAt((one) => loadLinks(one, organizationId, ids)),
  });
  expect(await pages()).toEqual({ products: 100, links: 200 });
  await catalogue.runner.write(
    catalogue.owner,
    {
      name: 'test',
      scope: 'products:write',
      effect: 'write',
      retry: 'safe',
      errors: [],
      handler: (context) => analyzeProductTable(context, FEW),
    },
    null,
  );
  expect(await pages()).toEqual({ products: 100, links: 200 });
});

test('the database knows how many products there are as soon as an import of many is over', async () => {
  const file = Array.from({ length: MANY }, (_, row) => `U-${row};accessories`);
  const { created, unchanged } = await createImportHarness(catalogue).run(
    ['sku;attribute_set', ...file, ''].join('\n'),
  );
  expect({ created, unchanged }).toEqual({ created: MANY - FEW, unchanged: FEW });
  expect(await numbersKnown()).toEqual([
    { name: 'product', known: MANY },
    { name: 'product_association', known: FEW / 2 },
    { name: 'search.product', known: MANY },
  ]);
});
