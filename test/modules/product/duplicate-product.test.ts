// Risk: a copy lacks a value of some channel or language, has what belongs to its original alone, or is for sale at once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'FITS', twoWay: true }]);
});
afterAll(() => catalogue.close());

const DUPLICATE = `mutation ($ref: ID!, $sku: String!) { duplicateProduct(ref: $ref, input: { sku: $sku }) { __typename
  ... on ProductPayload { outcome product { id } } ... on Problem { code errors { path code } } } }`;
const duplicate = async (ref: string, sku: string) => {
  const { data, errors } = await catalogue.execute(DUPLICATE, { ref, sku });
  expect(errors).toBeUndefined();
  return (data as { duplicateProduct: Record<string, unknown> }).duplicateProduct;
};

const READ = `query ($ref: ID!) { product(ref: $ref) { sku type status tags channels { code }
  attributeSet { code } variantLayout { code } categories { code } externalRefs { system }
  values { attribute { code } channel locale json }
  associations { type { code } products { quantity product { sku } } } } }`;
const read = async (ref: string) => {
  const { data, errors } = await catalogue.execute(READ, { ref });
  expect(errors).toBeUndefined();
  return (data as { product: Record<string, unknown> & { values: { attribute: { code: string } }[] } })
    .product;
};

test('a copy has the values of all channels and languages, and is a draft without what is unique', async () => {
  await seedProducts(catalogue, [
    simpleProduct('CAP'),
    simpleProduct('SCARF', {
      attributeSet: 'clothing',
      status: 'published',
      channels: { set: ['print'] },
      categories: { set: ['sale'] },
      tags: { set: ['winter'] },
      externalRefs: [{ system: 'erp', id: '1' }],
      values: [
        cellWrite('name', 'Scarf', { locale: 'en_US' }),
        cellWrite('name', 'Schal', { locale: 'de_DE' }),
        cellWrite('description', '<p>Warm</p>', { locale: 'en_US', channel: 'print' }),
        cellWrite('price', [{ amount: '9.00', currency: 'USD' }]),
        cellWrite('ean', '4006381333931'),
      ],
      associations: [{ type: 'FITS', products: { set: [{ ref: 'CAP' }] } }],
    }),
  ]);
  expect(await duplicate('scarf', 'SCARF-2')).toMatchObject({ outcome: 'CREATED' });
  const original = await read('SCARF');
  const copy = await read('SCARF-2');
  expect(original.values.map(({ attribute }) => attribute.code)).toContain('ean');
  expect(copy).toEqual({
    ...original,
    sku: 'SCARF-2',
    status: 'DRAFT',
    externalRefs: [],
    values: original.values.filter(({ attribute }) => attribute.code !== 'ean'),
  });
  expect(copy.values).toHaveLength(4);
});

test('a model is copied without its variants, a variant not at all', async () => {
  await seedProducts(catalogue, productFamily('SHIRT', { colors: ['red'], sizes: ['s'] }));
  expect(await duplicate('SHIRT', 'SHIRT-2')).toMatchObject({ outcome: 'CREATED' });
  const copy = await read('SHIRT-2');
  expect(copy).toMatchObject({ type: 'MODEL', variantLayout: (await read('SHIRT')).variantLayout });
  const below = await catalogue.execute('{ product(ref: "SHIRT-2") { variants { totalCount } } }');
  expect(below.data).toEqual({ product: { variants: { totalCount: 0 } } });
  expect(await duplicate('SHIRT-red', 'SHIRT-red-2')).toMatchObject({
    __typename: 'ValidationFailed',
    errors: [{ path: ['ref'], code: 'value-not-allowed' }],
  });
});

test('a SKU that is taken and a product that is not there are refused, and nothing is written', async () => {
  await seedProducts(catalogue, [simpleProduct('BELT'), simpleProduct('TAKEN')]);
  expect(await duplicate('BELT', 'taken')).toMatchObject({ __typename: 'Conflict', code: 'duplicate-sku' });
  expect(await duplicate('NONE', 'NEW')).toMatchObject({ __typename: 'NotFound' });
  expect((await catalogue.execute('{ product(ref: "NEW") { sku } }')).data).toEqual({ product: null });
});
