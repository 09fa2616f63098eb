// Risk: an agent reads a product other than it is, writes back what it did not mean, or pages past some.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { upsertAssociationTypes } from '../../../../src/modules/association-type/index.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../../support/builders.ts';
import { callToolDirectly } from '../../../support/call-tool.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'cross_sell' }]);
  await seedProducts(catalogue, [
    ...productFamily('ROBE', { colors: ['red'], sizes: ['s', 'm'] }),
    simpleProduct('CAP', {
      values: [
        cellWrite('name', 'Cap', { locale: 'en_US' }),
        cellWrite('name', 'Mütze', { locale: 'de_DE' }),
        cellWrite('stock', 5),
      ],
      channels: { set: ['web'] },
      categories: { set: ['sale'] },
      associations: [{ type: 'cross_sell', products: { set: [{ ref: 'ROBE' }] } }],
    }),
    simpleProduct('OLD', { status: 'archived' }),
  ]);
});
afterAll(() => catalogue.close());

const PARTS = ['completeness', 'variants', 'associations', 'history'];
/** Some keys of what `get_product` returns; null for those that are not there. */
async function product(given: JsonObject, ...keys: readonly string[]) {
  const json = await callToolDirectly(catalogue, 'get_product', given);
  return Object.fromEntries(keys.map((key) => [key, json[key] ?? null]));
}

test('shows a product as one plain object, its values as the cells that are written back', async () => {
  const {
    id: _id,
    updated_at: _at,
    ...cap
  } = await callToolDirectly(catalogue, 'get_product', { ref: 'cap' });
  expect(cap).toEqual({
    sku: 'CAP',
    label: '[CAP]',
    type: 'simple',
    status: 'draft',
    version: 1,
    attribute_set: 'accessories',
    parent: null,
    variant_layout: null,
    external_refs: {},
    channels: ['web'],
    categories: ['sale'],
    tags: [],
    values: {
      name: [
        { locale: 'de_DE', value: 'Mütze' },
        { locale: 'en_US', value: 'Cap' },
      ],
      stock: [{ value: 5 }],
    },
  });
  await expect(callToolDirectly(catalogue, 'get_product', { ref: 'NONE' })).rejects.toThrow(
    "not-found: There is no product 'NONE'.",
  );
});

test('shows plain values for a channel or locale, of the attributes asked for', async () => {
  expect(await product({ ref: 'CAP', locale: 'DE_de' }, 'label', 'values')).toEqual({
    label: 'Mütze',
    values: { name: 'Mütze', stock: 5 },
  });
  expect(await product({ ref: 'CAP', locale: 'en_US', attributes: ['STOCK'] }, 'label', 'values')).toEqual({
    label: 'Cap',
    values: { stock: 5 },
  });
  expect(
    await product({ ref: 'ROBE-red-s', locale: 'en_US' }, 'parent', 'categories', 'channels', 'values'),
  ).toEqual({
    parent: 'ROBE-red',
    categories: ['clothes'],
    channels: null,
    values: { brand: 'Alpina', color: 'red', ean: 'ROBE-red-s', name: 'ROBE', size: 's' },
  });
});

test('shows further parts only when they are asked for', async () => {
  const none = { completeness: null, variants: null, associations: null, history: null };
  expect(await product({ ref: 'CAP' }, ...PARTS)).toEqual(none);
  const include = ['completeness', 'variants', 'history'];
  expect(await product({ ref: 'ROBE', channel: 'web', include }, ...PARTS)).toMatchObject({
    completeness: [
      { channel: 'web', locale: 'en_US', ratio: 50, missing: ['price'] },
      { channel: 'web', locale: 'de_DE', ratio: 0, missing: ['name', 'price'] },
    ],
    variants: { skus: ['ROBE-red-s', 'ROBE-red-m'], count: 2 },
    associations: null,
    history: [{ version: 1, kind: 'created' }],
  });
  expect(await product({ ref: 'CAP', include: ['associations'] }, 'associations')).toEqual({
    associations: { cross_sell: { products: ['ROBE'], entities: [] } },
  });
});

const SEARCH = { locale: 'en_US', attributes: ['name'], include: ['completeness'], sort: ['sku'] };

test('finds products by a filter, with the values asked for, and leaves archived ones out', async () => {
  const { items, ...page } = await callToolDirectly(catalogue, 'search_products', {
    ...SEARCH,
    filter: { type: 'simple' },
  });
  expect(page).toEqual({ search_after: null, has_more: false, total: 1 });
  expect(items).toMatchObject([
    { sku: 'CAP', label: 'Cap', values: { name: 'Cap' }, completeness: [{ channel: 'web', ratio: 100 }] },
  ]);
});

test('pages with the cursor that it gave, and reads the models above a page at once', async () => {
  const seen: string[] = [];
  for (let after: string | null | undefined = null; after !== undefined; ) {
    const page = (await callToolDirectly(catalogue, 'search_products', {
      ...SEARCH,
      limit: 2,
      search_after: after,
    })) as {
      items: { sku: string }[];
      search_after: string | null;
      has_more: boolean;
      total: number;
    };
    expect(page.total).toBe(5);
    seen.push(...page.items.map(({ sku }) => sku));
    expect(page.has_more).toBe(page.search_after !== null);
    after = page.search_after ?? undefined;
  }
  expect(seen).toEqual(['CAP', 'ROBE', 'ROBE-red', 'ROBE-red-m', 'ROBE-red-s']);
  catalogue.takeStatements();
  await callToolDirectly(catalogue, 'search_products', { ...SEARCH, limit: 5 });
  expect(catalogue.takeStatements().toSorted()).toMatchInlineSnapshot(`
    [
      "SELECT attribute_set",
      "SELECT category",
      "SELECT channel",
      "SELECT locale",
      "SELECT product",
      "option.by_code",
      "product.list",
      "product.load",
      "search.count",
    ]
  `);
});
