// Risk: all variants of a model are called the same, so nobody can tell which one they edit, sell or link to.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { upsertOptions } from '../../../src/modules/option-set/index.ts';
import {
  cellWrite,
  coloredModel,
  productModel,
  seedProducts,
  simpleProduct,
  sizedVariant,
} from '../../support/builders.ts';
import { callToolDirectly } from '../../support/call-tool.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

const KILOGRAM = { code: 'KILOGRAM', labels: {}, symbol: 'kg', factor: '1', offset: '0' };

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'xl', optionSet: 'sizes', labels: { en_US: 'XL', de_DE: 'Größe XL' } },
    { code: 'red', optionSet: 'colors', labels: { en_US: 'Red', de_DE: 'Rot' } },
    { code: 'blue', optionSet: 'colors', labels: { en_US: 'Blue' } },
  ]);
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    { code: 'weight', standardUnit: 'KILOGRAM', units: [KILOGRAM] },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'weight', type: 'measurement', measurementFamily: 'weight', defaultUnit: 'KILOGRAM' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'coats',
      attributes: ['name', 'size', 'washable'].map((code) => ({ code })),
      attributeAsLabel: 'name',
      variantLayouts: [{ code: 'by_care', levels: [{ axes: ['size', 'washable'], attributes: [] }] }],
    },
    {
      code: 'irons',
      attributes: ['brand', 'weight'].map((code) => ({ code })),
      attributeAsLabel: 'brand',
      variantLayouts: [{ code: 'by_weight', levels: [{ axes: ['weight'], attributes: [] }] }],
    },
  ]);
  const name = (text: string, locale: string) => cellWrite('name', text, { locale });
  await seedProducts(catalogue, [
    productModel('SHIRT', { values: [name('T-shirt', 'en_US'), name('Hemd', 'de_DE')] }),
    coloredModel('SHIRT', 'red'),
    sizedVariant('SHIRT-red', 'xl'),
    sizedVariant('SHIRT-red', 's'),
    { ...coloredModel('SHIRT', 'blue'), values: [cellWrite('color', 'blue'), name('Sky shirt', 'en_US')] },
    sizedVariant('SHIRT-blue', 'xl'),
    productModel('NONAME'),
    coloredModel('NONAME', 'red'),
    productModel('COAT', {
      attributeSet: 'coats',
      variantLayout: 'by_care',
      values: [name('Coat', 'en_US')],
    }),
    { sku: 'COAT-1', parent: 'COAT', values: [cellWrite('size', 'xl'), cellWrite('washable', true)] },
    simpleProduct('CAP'),
    productModel('IRON', {
      attributeSet: 'irons',
      variantLayout: 'by_weight',
      values: [cellWrite('brand', 'Acme')],
    }),
    {
      sku: 'IRON-1',
      parent: 'IRON',
      values: [cellWrite('weight', { amount: '1.5', unit: 'KILOGRAM' })],
    },
  ]);
});
afterAll(() => catalogue.close());

async function labels(locale: string): Promise<Record<string, unknown>> {
  const document = 'query ($locale: String) { products(first: 50) { nodes { sku label(locale: $locale) } } }';
  const { data, errors } = await catalogue.execute(document, { locale });
  expect(errors).toBeUndefined();
  const page = data?.products as { nodes: { sku: string; label: string }[] } | undefined;
  return Object.fromEntries((page?.nodes ?? []).map(({ sku, label }) => [sku, label]));
}

test('a variant without a name of its own is called by its model and what tells it apart', async () => {
  expect(await labels('en_US')).toEqual({
    SHIRT: 'T-shirt',
    'SHIRT-red': 'T-shirt, Red',
    'SHIRT-red-xl': 'T-shirt, Red, XL',
    'SHIRT-red-s': 'T-shirt, Red, [s]',
    'SHIRT-blue': 'Sky shirt',
    'SHIRT-blue-xl': 'Sky shirt, XL',
    NONAME: '[NONAME]',
    'NONAME-red': '[NONAME-red]',
    COAT: 'Coat',
    'COAT-1': 'Coat, XL, [washable]: Yes',
    CAP: 'CAP',
    IRON: 'Acme',
    'IRON-1': 'Acme, 1.5 kg',
  });
});

test('in a locale that there is not, numbers are written as by default', async () => {
  expect(await labels('no locale')).toMatchObject({ 'IRON-1': 'Acme, 1.5 kg', SHIRT: '[SHIRT]' });
});

test('in another locale the name that stands nearest in it counts, and options are called as there', async () => {
  expect(await labels('de_DE')).toMatchObject({
    SHIRT: 'Hemd',
    'SHIRT-red-xl': 'Hemd, Rot, Größe XL',
    'SHIRT-blue': 'Hemd, blue (de)',
    'SHIRT-blue-xl': 'Hemd, blue (de), Größe XL',
    'COAT-1': 'Coat, Größe XL, [washable]: Ja',
  });
});

test('agents get the same name', async () => {
  const german = { ref: 'SHIRT-red-xl', locale: 'de_DE' };
  expect(await callToolDirectly(catalogue, 'get_product', german)).toMatchObject({
    label: 'Hemd, Rot, Größe XL',
  });
  const found = await callToolDirectly(catalogue, 'search_products', {
    locale: 'en_US',
    filter: { sku: 'SHIRT-blue-xl' },
  });
  expect(found).toMatchObject({ items: [{ label: 'Sky shirt, XL' }] });
});

test('the names of a page are looked up at once', async () => {
  await labels('en_US');
  catalogue.takeStatements();
  await labels('en_US');
  expect(catalogue.takeStatements().sort()).toEqual(['option.by_code', 'product.list', 'product.load']);
});
