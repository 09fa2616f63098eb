// Risk: a list of a shop tells of what is not exposed or not visible, or takes what it cannot answer exactly.
import { printSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../../src/modules/category/index.ts';
import { upsertChannels } from '../../../../src/modules/channel/index.ts';
import { updateProduct } from '../../../../src/modules/product/index.ts';
import { listLabels } from '../../../../src/modules/shop-api/lists/list-labels.ts';
import { cellWrite, seedProducts } from '../../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';
import { collectSearchTermsIn } from '../../../support/search-terms.ts';
import { openShop } from '../../../support/storefront.ts';
import { storefrontOf } from './naive-shop.ts';

let catalogue: TestOrganization;
let shop: Awaited<ReturnType<typeof openShop>>;

const product = (sku: string, name: string, color: string, more: object = {}) => ({
  sku,
  attributeSet: 'accessories',
  status: 'published' as const,
  values: [
    cellWrite('name', name, { locale: 'en_US' }),
    cellWrite('name', `${name} canary-german`, { locale: 'de_DE' }),
    cellWrite('color', color),
    cellWrite('note', 'canary-secret'),
    cellWrite('fabric', 's'),
    cellWrite('brand', 'Bright'),
    cellWrite('stock', sku.length),
  ],
  categories: { set: ['clothes'] },
  ...more,
});

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'shop', labels: { en_US: 'Shop' } },
    { code: 'clothes', labels: { en_US: 'Clothes and lamps' } },
    { code: 'coats', parent: 'clothes', labels: { en_US: 'Coats' } },
    { code: 'canary_tree', labels: { en_US: 'Canary tree' } },
  ]);
  await seedConfiguration(catalogue, upsertChannels, [
    { code: 'print', categoryRoot: 'shop', slugsEnabled: true },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'name', searchable: true },
    { code: 'brand', searchable: true },
    { code: 'color', searchable: true },
    { code: 'note', type: 'text', searchable: true },
    { code: 'fabric', type: 'select', optionSet: 'sizes', searchable: true },
  ]);
  const attributes = ['name', 'brand', 'color', 'note', 'fabric', 'stock'].map((code) => ({ code }));
  await seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'accessories', attributes }]);
  await seedProducts(catalogue, [
    product('V-1', 'Lantern small', 'red'),
    product('V-2', 'Lantern large', 'blue', { categories: { set: ['coats'] } }),
    product('V-3', 'Landing light', 'red', { categories: { set: ['canary_tree'] } }),
    product('CANARY-1', 'Lantern canary-draft', 'green', { status: 'draft', categories: { set: ['sale'] } }),
  ]);
  await collectSearchTermsIn(1, catalogue);
  shop = await openShop(catalogue, storefront());
}, 60_000);
afterAll(() => catalogue?.close());

const storefront = () => ({
  ...storefrontOf(catalogue.owner.organizationId),
  attributes: ['name', 'brand', 'color', 'stock'],
  facets: ['categories', 'color'],
  categoryFacets: { clothes: ['color', 'stock'] },
});

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response.
async function data(document: string): Promise<Record<string, any>> {
  const answer = await shop.ask(document);
  expect(answer.errors).toBeUndefined();
  return answer.data as never;
}

test.each([
  '{ products { totalCount nodes { sku label } facets { code ... on ListFacet { hiddenCount values { code label count children { code label } } } } } }',
  '{ search(q: "canary-secret") { totalCount nodes { sku } pageInfo { endCursor } } }',
  '{ search(q: "canary-german") { totalCount nodes { sku } } }',
  '{ search(q: "canray") { totalCount nodes { sku } } }',
  '{ search(q: "lantren") { totalCount nodes { sku } edges { cursor } facets { ... on ListFacet { values { code } } } } }',
  '{ suggest(q: "can") { products { sku } categories { label } terms } }',
  '{ suggest(q: "lantern ca") { products { sku } categories { label } terms } }',
  '{ accessoriesProducts(filter: { color: { in: ["gren"] } }) { totalCount } }',
  '{ accessoriesProducts(filter: { color: { nin: ["red (de)"] } }) { totalCount } }',
  '{ products(refine: [{ facet: "not", values: ["x"] }]) { totalCount } }',
  '{ products(refine: [{ facet: "categories", values: ["cnary_tree"] }]) { totalCount } }',
  '{ products(refine: [{ facet: "color", values: ["gren"] }]) { totalCount } }',
  '{ products { facets(only: ["fabrik"]) { code } } }',
  '{ products(category: "cat_00000000000000000000000000000000") { totalCount } }',
  '{ urls(kind: PRODUCT) { nodes { slug } } categories: urls(kind: CATEGORY) { nodes { slug } } }',
  '{ redirect(path: "/lantern-canary-drft") { path } }',
])('tells nothing of what is not exposed, not visible or of another locale: %s', async (document) => {
  const answer = await shop.ask(document);
  const errors = (answer.errors ?? []).map(({ message, originalError }) => [message, originalError]);
  const cursors = [...JSON.stringify(answer).matchAll(/"(eyJ[^".]+)\./g)].map(([, payload = '']) =>
    Buffer.from(payload, 'base64url').toString(),
  );
  const told = JSON.stringify([answer, errors, cursors]);
  expect(told).not.toMatch(/CANARY|canary(?!-secret|-german|")|secret|green|fabric|\bnote\b|german/i);
});

test('the schema has no word of what is not exposed', () => {
  expect(printSchema(shop.schema).match(/\bnote\b|fabric|washable|\bean\b/gi)).toBeNull();
});

test('finds nothing by what is not exposed, and other spellings in what is', async () => {
  const count = async (q: string) => {
    const { search } = await data(`{ search(q: ${JSON.stringify(q)}) { totalCount } }`);
    return (search as { totalCount: number }).totalCount;
  };
  const found: number[] = [];
  for (const q of ['canary-secret', 'canary-german', 'lantern', 'lantren', 'red', 'v-2'])
    found.push(await count(q));
  expect(found).toEqual([0, 0, 2, 2, 2, 1]);
});

test.each(['a', '-', '!!', '*', '%', '- a *', '?'])('finds nothing by %j, and says why', async (q) => {
  const word = JSON.stringify(q);
  const { search, suggest } = await data(
    `{ search(q: ${word}) { totalCount notice nodes { sku } edges { cursor } facets { code } sorts { field }
         pageInfo { hasNextPage endCursor } } suggest(q: ${word}) { products { sku } terms categories { code } } }`,
  );
  expect({ search, suggest }).toEqual({
    search: {
      totalCount: 0,
      notice: 'Enter a word of at least two letters or digits.',
      nodes: [],
      edges: [],
      facets: [],
      sorts: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    },
    suggest: { products: [], terms: [], categories: [] },
  });
});

test('facets keep what is selected where the list has nothing of it', async () => {
  const { products } = await data(`{ products(refine: [
      { facet: "color", values: ["red"] }, { facet: "stock", min: "900" }, { facet: "categories", values: ["sale"] }]) {
    totalCount notice
    facets { code refined ... on ListFacet { values { code count selected refine { facet } } }
      ... on RangeFacet { min max buckets { count } } } } }`);
  const { facets, totalCount, notice } = products as Record<string, never>;
  expect([totalCount, notice]).toEqual([0, null]);
  expect(facets).toMatchInlineSnapshot(`
    [
      {
        "code": "categories",
        "refined": true,
        "values": [
          {
            "code": "sale",
            "count": 0,
            "refine": [
              {
                "facet": "color",
              },
              {
                "facet": "stock",
              },
            ],
            "selected": true,
          },
        ],
      },
      {
        "code": "color",
        "refined": true,
        "values": [
          {
            "code": "red",
            "count": 0,
            "refine": [
              {
                "facet": "stock",
              },
              {
                "facet": "categories",
              },
            ],
            "selected": true,
          },
        ],
      },
      {
        "buckets": [],
        "code": "stock",
        "max": "900",
        "min": "900",
        "refined": true,
      },
    ]
  `);
});

test('suggests products, categories and words of visible products', async () => {
  expect(await data('{ suggest(q: "small lan") { products { sku } categories { label } terms } }')).toEqual({
    suggest: { products: [{ sku: 'V-1' }], categories: [], terms: ['small lantern'] },
  });
  expect(
    await data(
      `{ suggest(q: "lan") { terms categories { label } } category: suggest(q: "la") { terms categories { label } }
         letter: suggest(q: "l") { terms } text: suggest(q: "bri") { terms } }`,
    ),
  ).toEqual({
    suggest: { terms: ['lantern', 'landing'], categories: [] },
    category: { terms: ['lamps'], categories: [{ label: 'Clothes and lamps' }] },
    letter: { terms: [] },
    text: { terms: ['bright'] },
  });
});

test.each([
  [['de_AT', 'en_US'], 'Neueste'],
  [['fr_FR'], 'Nouveautés'],
  [['pl_PL', 'de_DE'], 'Neueste'],
  [['pl_PL'], 'Newest'],
])('has words of its own in %s', (locales, newest) => {
  expect(listLabels(locales).newest).toBe(newest);
});

test('has the facets of the nearest category, and categories below it alone', async () => {
  const { navigation } = await data('{ navigation { id code children { id code } } }');
  const [top] = (navigation as { id: string; code: string; children: { id: string }[] }[]).filter(
    ({ code }) => code === 'clothes',
  );
  const list = (id: string | undefined) =>
    `products(category: "${id}") { totalCount facets { code } categories: facets(only: ["categories"]) { ... on ListFacet { values { code count } } } }`;
  expect(
    await data(
      `{ all: products { facets { code } } top: ${list(top?.id)} low: ${list(top?.children[0]?.id)} }`,
    ),
  ).toEqual({
    all: { facets: [{ code: 'categories' }, { code: 'color' }] },
    top: {
      totalCount: 2,
      facets: [{ code: 'color' }, { code: 'stock' }],
      categories: [{ values: [{ code: 'coats', count: 1 }] }],
    },
    low: { totalCount: 1, facets: [{ code: 'color' }, { code: 'stock' }], categories: [] },
  });
  const inCategory = await data(`{ category(by: { code: "clothes" }) {
    products(first: 1, sort: { newest: ASC }, filter: { sku: { startsWith: "V" } }) {
      totalCount nodes { sku } facets { code } pageInfo { endCursor } }
    none: products(filter: { sku: { eq: "V-3" } }) { totalCount }
    children { products { nodes { sku } } }
  } }`);
  expect(inCategory).toEqual({
    category: {
      products: {
        totalCount: 2,
        nodes: [{ sku: 'V-1' }],
        facets: [{ code: 'color' }, { code: 'stock' }],
        pageInfo: { endCursor: expect.any(String) },
      },
      none: { totalCount: 0 },
      children: [{ products: { nodes: [{ sku: 'V-2' }] } }],
    },
  });
});

test.each([
  ['{ products(offset: 10001) { totalCount } }', 'An offset is at most 10000.'],
  ['{ products(first: 101) { totalCount } }', 'A page can have 1 to 100 items, not 101.'],
  ['{ products(after: "x") { totalCount } }', 'The cursor is not a cursor of this list.'],
  ['{ products(offset: 1, after: "x") { totalCount } }', "Give 'after' or 'offset', not both."],
  ['{ products(refine: [{ facet: "colour", values: ["red"] }]) { totalCount } }', "Did you mean 'color'?"],
  [
    '{ products(refine: [{ facet: "color", min: "1" }]) { totalCount } }',
    "The facet 'color' has values, not a range.",
  ],
  ['{ products(refine: [{ facet: "stock", min: "one" }]) { totalCount } }', "'one' is no value of 'stock'."],
  [
    '{ products(refine: [{ facet: "stock", min: 1 }, { facet: "stock", max: 2 }]) { totalCount } }',
    "The facet 'stock' takes one range.",
  ],
  [
    '{ products(refine: [{ facet: "stock", min: 9, max: 10 }, { facet: "color", values: ["reed"] }]) { totalCount } }',
    "Did you mean 'red'?",
  ],
  [
    '{ products(refine: [{ facet: "stock", min: 10, max: 9 }]) { totalCount } }',
    "'min' 10 of 'stock' is above 'max' 9: exchange them.",
  ],
  [
    '{ products(refine: [{ facet: "stock", min: "9.0", below: 9 }]) { totalCount } }',
    "'min' 9.0 of 'stock' is not below 'below' 9.",
  ],
  ['{ accessoriesProducts(filter: { color: { in: ["reed"] } }) { totalCount } }', "Did you mean 'red'?"],
  ['{ urls(kind: PRODUCT, first: 1001) { nodes { slug } } }', 'A page can have 1 to 1000 URLs, not 1001.'],
])('refuses %s', async (document, message) => {
  const { errors } = await shop.ask(document);
  expect(errors?.[0]?.message).toContain(message);
});

test('a cursor belongs to one storefront, filter and sort', async () => {
  const cursorOf = async (list: string) => {
    const { list: found } = await data(`{ list: ${list} { pageInfo { endCursor } } }`);
    return (found as { pageInfo: { endCursor: string } }).pageInfo.endCursor;
  };
  const after = await cursorOf('products(first: 1)');
  const other = await openShop(catalogue, storefront());
  const asked = `after: "${after}"`;
  expect((await data(`{ products(first: 1, ${asked}) { nodes { sku } } }`)).products).toEqual({
    nodes: [{ sku: 'V-2' }],
  });
  for (const list of [
    `products(${asked}, sort: { newest: ASC })`,
    `accessoriesProducts(${asked})`,
    `search(q: "lantern", ${asked})`,
  ]) {
    const { errors } = await shop.ask(`{ ${list} { totalCount } }`);
    expect(errors?.[0]?.message).toContain('cursor');
  }
  expect((await other.ask(`{ products(${asked}) { totalCount } }`)).errors?.[0]?.message).toContain('cursor');
});

test('walks all URLs page by page, with those of each locale', async () => {
  const slugs: string[] = [];
  for (let after = ''; ; ) {
    const { urls } = await data(
      `{ urls(kind: PRODUCT, first: 2${after}) { nodes { slug alternates { locale slug } } pageInfo { endCursor hasNextPage } } }`,
    );
    const page = urls as unknown as {
      nodes: { slug: string; alternates: unknown[] }[];
      pageInfo: { endCursor: string; hasNextPage: boolean };
    };
    slugs.push(...page.nodes.map(({ slug }) => slug));
    expect(page.nodes[0]?.alternates).toEqual([{ locale: 'en_US', slug: page.nodes[0]?.slug }]);
    if (!page.pageInfo.hasNextPage) break;
    after = `, after: "${page.pageInfo.endCursor}"`;
  }
  expect(slugs).toEqual(['lantern-small', 'lantern-large', 'landing-light']);
  expect(await data('{ urls(kind: CATEGORY) { nodes { slug } } }')).toEqual({
    urls: {
      nodes: [{ slug: 'clothes-and-lamps' }, { slug: 'sale' }, { slug: 'coats' }],
    },
  });
});

test('old slugs lead to present ones', async () => {
  const values = [cellWrite('name', 'Lantern tiny', { locale: 'en_US' })];
  await catalogue.runner.write(catalogue.owner, updateProduct, { ref: 'V-1', patch: { values } });
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'coats', labels: { en_US: 'Coats & more' } },
  ]);
  expect(
    await data(`{ product: redirect(path: "/en/p/lantern-small?color=red") { path slug locale kind }
      category: redirect(path: "coats/") { path kind } present: redirect(path: "/lantern-tiny") { path }
      none: redirect(path: "/nothing") { path } empty: redirect(path: "///") { path } }`),
  ).toEqual({
    product: { path: '/en/p/lantern-tiny?color=red', slug: 'lantern-tiny', locale: 'en_US', kind: 'PRODUCT' },
    category: { path: 'coats-more/', kind: 'CATEGORY' },
    present: null,
    none: null,
    empty: null,
  });
});

test('a preview lists what is not live yet, in the channel of the shop', async () => {
  const list = '{ products(sort: { newest: ASC }) { totalCount nodes { sku } } }';
  const { data: preview, errors } = await shop.ask(list, { preview: true });
  expect(errors).toBeUndefined();
  const skus = ['V-1', 'V-2', 'V-3', 'CANARY-1'].map((sku) => ({ sku }));
  expect(preview).toEqual({ products: { totalCount: 4, nodes: skus } });
});
