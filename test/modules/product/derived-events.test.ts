// Risk: what products answer changes after a change of configuration, and who follows the ledger is not told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedProducts(catalogue, [
    simpleProduct('A', { attributeSet: 'clothing' }),
    simpleProduct('B', { attributeSet: 'clothing' }),
    simpleProduct('C', { attributeSet: 'accessories' }),
  ]);
});
afterAll(() => catalogue?.close());

/** What the events after a number name: SKUs for what was derived. */
async function namedSince(sequence: number) {
  const { rows } = await catalogue.database.owner.query<{ type: string; skus: string[] | null }>(
    `SELECT resource || '.' || verb AS type, (
       SELECT array_agg(sku ORDER BY sku) FROM public.product WHERE event.data->'ids' ? product.id::text) AS skus
     FROM ledger.event WHERE sequence > $1 ORDER BY sequence`,
    [sequence],
  );
  return rows.map(({ type, skus }) => (skus === null ? type : `${type} ${skus}`));
}
const shown = async (after: number) => {
  const { data } = await catalogue.execute(
    'query ($after: BigInt) { events(afterSequence: $after) { lastSequence nodes { type } } }',
    { after: String(after) },
  );
  const { events } = data as { events: { nodes: { type: string }[]; lastSequence: string } };
  return { types: events.nodes.map(({ type }) => type), last: Number(events.lastSequence) };
};

test('a new requirement names the products whose completeness is computed anew, inside only', async () => {
  const { last } = await shown(0);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'clothing', requiredAttributes: { web: ['name', 'brand'] } },
  ]);
  expect(await namedSince(last)).toEqual(['attribute_set.updated', 'product.derived A,B']);
  expect(await shown(last)).toEqual({ types: ['attribute_set.updated'], last: last + 2 });
  const { data } = await catalogue.execute('{ product(ref: "A") { version revisions { totalCount } } }');
  expect(data).toEqual({ product: { version: 1, revisions: { totalCount: 1 } } });
});

test('rebuilt search rows name all that they are about', async () => {
  const { last } = await shown(0);
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'brand', filterable: false }]);
  expect(await namedSince(last)).toEqual(['attribute.updated', 'product.derived A,B,C']);
});
