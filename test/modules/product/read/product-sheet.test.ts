// Risk: an agent reads a product other than it is, writes back what it did not mean, or pages past some.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../../src/modules/association-type/index.ts';
import { cell, family, givenProducts, simple } from '../../../support/builders.ts';
import { createTestCatalogue, type TestCatalogue } from '../../../support/catalogue.ts';
import { given, givenShop } from '../../../support/shop.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
  await givenShop(catalogue);
  await given(catalogue, upsertAssociationTypes, [{ code: 'cross_sell' }]);
  await givenProducts(catalogue, [
    ...family('ROBE', { colors: ['red'], sizes: ['s', 'm'] }),
    simple('CAP', {
      values: [
        cell('name', 'Cap', { locale: 'en_US' }),
        cell('name', 'Mütze', { locale: 'de_DE' }),
        cell('stock', 5),
      ],
      channels: { set: ['web'] },
      categories: { set: ['sale'] },
      associations: [{ type: 'cross_sell', products: { set: [{ ref: 'ROBE' }] } }],
    }),
    simple('OLD', { status: 'archived' }),
  ]);
});
afterAll(() => catalogue.close());

const SHEET = 'sku label type status version attributeSet parent channels categories values';
const PARTS = `completeness { channel { code } locale { code } ratio missing } variants { skus count }
  associations { type products { sku quantity } } history { version kind }`;
async function sheet(parameters: string, selection = SHEET) {
  const { data, errors } = await catalogue.execute(`{ getProduct(${parameters}) { ${selection} } }`);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data?.getProduct;
}

test('shows a product as one plain object, its values as the cells that are written back', async () => {
  expect(await sheet('ref: "cap"')).toEqual({
    sku: 'CAP',
    label: '[CAP]',
    type: 'SIMPLE',
    status: 'DRAFT',
    version: 1,
    attributeSet: 'accessories',
    parent: null,
    channels: ['web'],
    categories: ['sale'],
    values: {
      name: [
        { locale: 'de_DE', value: 'Mütze' },
        { locale: 'en_US', value: 'Cap' },
      ],
      stock: [{ value: 5 }],
    },
  });
  expect(await sheet('ref: "NONE"')).toBeNull();
});

test('shows plain values for a channel or locale, of the attributes asked for', async () => {
  expect(await sheet('ref: "CAP", locale: "DE_de"', 'label values')).toEqual({
    label: 'Mütze',
    values: { name: 'Mütze', stock: 5 },
  });
  expect(await sheet('ref: "CAP", locale: "en_US", attributes: ["STOCK"]', 'label values')).toEqual({
    label: 'Cap',
    values: { stock: 5 },
  });
  expect(await sheet('ref: "ROBE-red-s", locale: "en_US"', 'parent categories channels values')).toEqual({
    parent: 'ROBE-red',
    categories: ['clothes'],
    channels: null,
    values: { brand: 'Alpina', color: 'red', ean: 'ROBE-red-s', name: 'ROBE', size: 's' },
  });
});

test('shows further parts only when they are asked for', async () => {
  expect(await sheet('ref: "CAP"', PARTS)).toEqual({
    completeness: null,
    variants: null,
    associations: null,
    history: null,
  });
  expect(
    await sheet('ref: "ROBE", channel: "web", include: [COMPLETENESS, VARIANTS, HISTORY]', PARTS),
  ).toEqual({
    completeness: [
      { channel: { code: 'web' }, locale: { code: 'en_US' }, ratio: 50, missing: ['price'] },
      { channel: { code: 'web' }, locale: { code: 'de_DE' }, ratio: 0, missing: ['name', 'price'] },
    ],
    variants: { skus: ['ROBE-red-m', 'ROBE-red-s'], count: 2 },
    associations: null,
    history: [{ version: 1, kind: 'CREATED' }],
  });
  expect(
    await sheet('ref: "CAP", include: [ASSOCIATIONS]', 'associations { type products { sku quantity } }'),
  ).toEqual({
    associations: [{ type: 'cross_sell', products: [{ sku: 'ROBE', quantity: null }] }],
  });
});

test('refuses a channel, locale or attribute that is not there, naming the likely one', async () => {
  const { errors } = await catalogue.execute(
    '{ getProduct(ref: "CAP", channel: "webb", locale: "de_DD", attributes: ["stok"]) { sku } }',
  );
  expect(errors?.map(({ message }) => message)).toEqual(['validation-failed: 3 codes are not known.']);
});

const SEARCH = `query ($filter: ProductFilter, $after: String, $limit: Int! = 25) {
  searchProducts(filter: $filter, locale: "en_US", attributes: ["name"], include: [COMPLETENESS],
                 sort: [{ field: SKU }], limit: $limit, searchAfter: $after) {
    items { sku label values completeness { channel { code } ratio } } searchAfter hasMore total } }`;

test('finds products by a filter, with the values asked for, and leaves archived ones out', async () => {
  const { data } = await catalogue.execute(SEARCH, { filter: { type: { eq: 'SIMPLE' } } });
  expect(data?.searchProducts).toEqual({
    items: [
      {
        sku: 'CAP',
        label: 'Cap',
        values: { name: 'Cap' },
        completeness: [{ channel: { code: 'web' }, ratio: 100 }],
      },
    ],
    searchAfter: null,
    hasMore: false,
    total: 1,
  });
});

test('pages with the cursor that it gave, and reads the models above a page at once', async () => {
  const seen: string[] = [];
  for (let after: string | null | undefined = null; after !== undefined; ) {
    catalogue.takeStatements();
    const { data } = await catalogue.execute(SEARCH, { limit: 2, after });
    const page = data?.searchProducts as {
      items: { sku: string }[];
      searchAfter: string | null;
      hasMore: boolean;
      total: number;
    };
    expect(page.total).toBe(5);
    seen.push(...page.items.map(({ sku }) => sku));
    expect(page.hasMore).toBe(page.searchAfter !== null);
    after = page.searchAfter ?? undefined;
  }
  expect(seen).toEqual(['CAP', 'ROBE', 'ROBE-red', 'ROBE-red-m', 'ROBE-red-s']);
  catalogue.takeStatements();
  await catalogue.execute(SEARCH, { limit: 5 });
  expect(catalogue.takeStatements()).toMatchInlineSnapshot(`
    [
      "structure.revision",
      "product.list",
      "product.load",
      "search.count",
      "SELECT channel",
      "SELECT option",
    ]
  `);
});
