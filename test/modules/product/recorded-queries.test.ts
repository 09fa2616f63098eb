// Risk: a page of products asks the database once per product, and nobody notices before a shop has a million of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  // Every page holds some of all: simple products, models, sub-models, and variants with models above them.
  for (const index of upTo(7)) {
    const products = productFamily(`FAMILY-${index}`, { colors: ['red', 'blue'], sizes: ['s', 'm'] });
    await seedProducts(catalogue, [...products, simpleProduct(`SIMPLE-${index}`)]);
  }
});
afterAll(() => catalogue.close());

const MET_OR_MISSED = 4;

/** The kinds of statement of a document, sent once it is compiled and what is kept between requests is there. */
async function statementsOf(document: string, first: number): Promise<string[]> {
  for (let time = 1; time <= 3; time += 1) await catalogue.execute(document, { first });
  catalogue.takeStatements();
  const { errors, data } = await catalogue.execute(document, { first });
  expect(errors).toBeUndefined();
  const products = data?.products as { nodes: { type: string }[] } | undefined;
  const nodes = products?.nodes ?? [];
  expect(nodes).toHaveLength(first);
  expect([...new Set(nodes.map(({ type }) => type))].sort()).toEqual(['MODEL', 'SIMPLE', 'VARIANT']);
  // Loaders ask side by side: which statements are sent is certain, not their order, and what two fields ask one loader
  // for comes in one statement or in two, as the answers that they waited for came.
  const statements = catalogue.takeStatements();
  const kinds = [...new Set(statements)].sort();
  expect(statements.length - kinds.length).toBeLessThanOrEqual(MET_OR_MISSED);
  return kinds;
}

const PAGE = `query ($first: Int!) {
  products(first: $first) {
    nodes {
      id sku type status label(locale: "de_DE")
      attributeSet { code label(locale: "de_DE") attributes { attribute { code label(locale: "de_DE") } } }
      variantLayout { code }
      parent { sku label }
      channels { code label }
      categories { code label(locale: "de_DE") }
      values { attribute { code label } ... on SelectValue { option { code label } } ... on TextValue { text } }
      data(form: FLAT)
      completeness { channel { code label } locale { code } ratio missing }
      publications { channel { code } state }
    }
    pageInfo { endCursor hasNextPage }
  }
}`;

test('a page of products with everything on it costs the same statements at any size', async () => {
  const statements = await statementsOf(PAGE, 50);
  expect(statements).toMatchInlineSnapshot(`
    [
      "SELECT attribute",
      "SELECT attribute_set",
      "SELECT category",
      "SELECT channel",
      "SELECT locale",
      "SELECT product",
      "locale.fallbacks",
      "option.by_code",
      "product.list",
      "product.load",
    ]
  `);
  expect(await statementsOf(PAGE, 10)).toEqual(statements);
});

test('a page of nothing but SKUs is searched and read', async () => {
  const thin = 'query ($first: Int!) { products(first: $first) { nodes { sku type } } }';
  expect(await statementsOf(thin, 50)).toMatchInlineSnapshot(`
    [
      "product.list",
    ]
  `);
});

test('the number of all products costs one more', async () => {
  const counted = 'query ($first: Int!) { products(first: $first) { totalCount nodes { type } } }';
  expect(await statementsOf(counted, 50)).toMatchInlineSnapshot(`
    [
      "product.list",
      "search.count",
    ]
  `);
});

test('variants of models on every level are counted by one statement, without deleted ones', async () => {
  const deleted = 'mutation { deleteProduct(ref: "FAMILY-7-red-s") { __typename } }';
  expect((await catalogue.execute(deleted)).data).toMatchObject({
    deleteProduct: { __typename: 'DeletePayload' },
  });
  const counted =
    'query ($first: Int!) { products(first: $first) { nodes { sku type childrenCount variantsCount } } }';
  expect(await statementsOf(counted, 50)).toMatchInlineSnapshot(`
    [
      "product.count_children",
      "product.count_variants",
      "product.list",
    ]
  `);
  const { data } = await catalogue.execute(
    `{ products(first: 10, filter: { sku: { in: ["FAMILY-6", "FAMILY-7", "FAMILY-7-red", "FAMILY-7-red-m", "SIMPLE-7"] } }) {
      nodes { sku childrenCount variantsCount } } }`,
  );
  const found = data?.products as { nodes: Record<string, unknown>[] } | undefined;
  expect(
    found?.nodes.map(({ sku, childrenCount, variantsCount }) => [sku, childrenCount, variantsCount]),
  ).toEqual([
    ['FAMILY-6', 2, 4],
    ['FAMILY-7', 2, 3],
    ['FAMILY-7-red', 1, 1],
    ['FAMILY-7-red-m', 0, 0],
    ['SIMPLE-7', 0, 0],
  ]);
});
