// Risk: a page of products asks the database once per product, and nobody notices before a shop has a million of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { family, givenProducts, simple } from '../../support/builders.ts';
import { createTestCatalogue, type TestCatalogue } from '../../support/catalogue.ts';
import { givenShop } from '../../support/shop.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
  await givenShop(catalogue);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  // Every page holds some of all: simple products, models, sub-models, and variants with models above them.
  for (const index of upTo(7)) {
    const products = family(`FAMILY-${index}`, { colors: ['red', 'blue'], sizes: ['s', 'm'] });
    await givenProducts(catalogue, [...products, simple(`SIMPLE-${index}`)]);
  }
});
afterAll(() => catalogue.close());

/** The statements of a document, sent after a first time that fills what is kept between requests. */
async function statementsOf(document: string, first: number): Promise<string[]> {
  await catalogue.execute(document, { first });
  catalogue.takeStatements();
  const { errors, data } = await catalogue.execute(document, { first });
  expect(errors).toBeUndefined();
  const products = data?.products as { nodes: { type: string }[] } | undefined;
  const nodes = products?.nodes ?? [];
  expect(nodes).toHaveLength(first);
  expect([...new Set(nodes.map(({ type }) => type))].sort()).toEqual(['MODEL', 'SIMPLE', 'VARIANT']);
  // Loaders ask side by side, so only which statements were sent is certain, not their order.
  return catalogue.takeStatements().sort();
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
      completeness { channel locale ratio missing }
      publications { channel state }
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
      "SELECT option",
      "SELECT product",
      "SELECT product",
      "locale.fallbacks",
      "locale.fallbacks",
      "product.load",
      "structure.revision",
    ]
  `);
  expect(await statementsOf(PAGE, 10)).toEqual(statements);
});

test('a page of nothing but SKUs is one statement', async () => {
  const thin = 'query ($first: Int!) { products(first: $first) { nodes { sku type } } }';
  expect(await statementsOf(thin, 50)).toMatchInlineSnapshot(`
    [
      "SELECT product",
    ]
  `);
});

test('the number of all products costs one more', async () => {
  const counted = 'query ($first: Int!) { products(first: $first) { totalCount nodes { type } } }';
  expect(await statementsOf(counted, 50)).toMatchInlineSnapshot(`
    [
      "SELECT product",
      "SELECT product",
    ]
  `);
});
