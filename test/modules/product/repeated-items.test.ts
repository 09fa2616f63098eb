// Risk: a batch that names one product several times tells of values that never stood there.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProductItem, upsertProducts } from '../../../src/modules/product/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue.close());

/** Writes a batch and answers the outcome of its last item and the changes that the ledger got. */
async function write(items: readonly ProductItem[]) {
  const input = { items, mode: 'upsert', errorPolicy: 'reject_all' } as const;
  const { rows: before } = await catalogue.database.owner.query('SELECT last_sequence FROM ledger.counter');
  const { output } = await catalogue.runner.write(catalogue.owner, upsertProducts, input);
  const { rows } = await catalogue.database.owner.query<{ changes: object[] }>(
    'SELECT changes FROM ledger.event WHERE sequence > $1 ORDER BY sequence',
    [before[0]?.last_sequence],
  );
  const last = output.results.at(-1);
  return { outcome: last?.outcome, version: last?.version, events: rows.map(({ changes }) => changes) };
}

const stockOf = (sku: string, stock: number | null): ProductItem => ({
  sku,
  values: [cellWrite('stock', stock)],
});
const change = (old: number | null, now: number | null) => ({
  path: 'values.stock',
  channel: null,
  locale: null,
  old,
  new: now,
});

test('a cell written several times changes once, from what stood there before to what stands there now', async () => {
  await seedProducts(catalogue, [simpleProduct('BELT')]);
  expect(await write([stockOf('BELT', 1), stockOf('belt', 2), stockOf('BELT', 3)])).toEqual({
    outcome: 'updated',
    version: 2,
    events: [[change(null, 3)]],
  });
  expect(await write([stockOf('BELT', 4), stockOf('BELT', null)])).toEqual({
    outcome: 'updated',
    version: 3,
    events: [[change(3, null)]],
  });
});

test('a cell that is written and put back as it was is no change', async () => {
  await seedProducts(catalogue, [simpleProduct('RING')]);
  expect(await write([stockOf('RING', 1), stockOf('RING', null)])).toEqual({
    outcome: 'unchanged',
    version: 1,
    events: [],
  });
  await write([stockOf('RING', 7)]);
  expect(await write([stockOf('RING', 1), stockOf('RING', 7)])).toEqual({
    outcome: 'unchanged',
    version: 2,
    events: [],
  });
});
