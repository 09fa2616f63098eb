// Risk: somebody clears the links of a product by null, as all else is cleared, is answered 200, and they stay.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../../src/modules/association-type/index.ts';
import { upsertProducts } from '../../../../src/modules/product/index.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'PAIR', twoWay: true },
    { code: 'SPARE' },
  ]);
});
afterAll(() => catalogue.close());
beforeEach(async () => {
  await catalogue.database.owner.query('DELETE FROM public.product');
  const links = (type: string) => ({ type, products: { set: [{ ref: 'B' }] } });
  const items = [{ sku: 'B' }, { sku: 'A', associations: [links('PAIR'), links('SPARE')] }];
  const input = { items, mode: 'upsert', errorPolicy: 'reject_all' } as const;
  await catalogue.runner.write(catalogue.owner, upsertProducts, input);
});

async function update(associations: unknown): Promise<unknown> {
  const document = `mutation ($input: UpdateProductInput!) { updateProduct(ref: "A", input: $input) {
    ... on ProductPayload { product { version } } ... on Problem { code } } }`;
  const { data, errors } = await catalogue.execute(document, { input: { associations } });
  expect(errors).toBeUndefined();
  return data?.updateProduct;
}

async function links(): Promise<readonly string[]> {
  const { rows } = await catalogue.database.owner.query<{ link: string }>(
    `SELECT source.sku || ' ' || link.type || ' ' || target.sku AS link FROM public.product_association AS link
     JOIN public.product AS source ON source.id = link.source_id
     JOIN public.product AS target ON target.id = link.target_id ORDER BY 1`,
  );
  return rows.map(({ link }) => link);
}

test('associations as null removes all links, with the other ends of two-way types', async () => {
  expect(await links()).toEqual(['A PAIR B', 'A SPARE B', 'B PAIR A']);
  expect(await update(null)).toEqual({ product: { version: 2 } });
  expect(await links()).toEqual([]);
  expect(await update(null)).toEqual({ product: { version: 2 } });
});

test('a side of a type as null removes the links of that type, one that is left out stays', async () => {
  expect(await update([{ type: 'PAIR', products: null }])).toEqual({ product: { version: 2 } });
  expect(await links()).toEqual(['A SPARE B']);
  await update([{ type: 'SPARE', entities: null }]);
  await update([{ type: 'SPARE' }]);
  await update([]);
  expect(await links()).toEqual(['A SPARE B']);
});
