// Risk: a family shows nothing, or what belongs to another variant, where its model has no value of its own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributeSets } from '../../../../src/modules/attribute-set/index.ts';
import { upsertOptions } from '../../../../src/modules/option-set/index.ts';
import { cellWrite, seedProducts } from '../../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';
import { openShop } from '../../../support/storefront.ts';
import { storefrontOf } from '../lists/naive-shop.ts';

let catalogue: TestOrganization;
let shop: Awaited<ReturnType<typeof openShop>>;

const usd = (amount: string) => cellWrite('price', [{ amount, currency: 'USD' }]);
const named = (text: string) => cellWrite('name', text, { locale: 'en_US' });
const variant = (
  color: string,
  size: string,
  status: 'published' | 'draft',
  price: string,
  name?: string,
) => ({
  sku: `SHIRT-${color}-${size}`,
  parent: `SHIRT-${color}`,
  status,
  values: [cellWrite('size', size), usd(price), ...(name === undefined ? [] : [named(name)])],
});

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'clothing', requiredAttributes: { web: [], print: [] }, roles: { price: 'price' } },
  ]);
  // Neither the order of the codes nor that in which products are written.
  const order = { colors: ['green', 'blue', 'red'], sizes: ['l', 'm', 's'] };
  for (const [optionSet, codes] of Object.entries(order))
    await seedConfiguration(
      catalogue,
      upsertOptions,
      codes.map((code, index) => ({ code, optionSet, sortOrder: index + 1 })),
    );
  const published = 'published' as const;
  const model = { type: 'model' as const, attributeSet: 'clothing', status: published };
  await seedProducts(catalogue, [
    { sku: 'SHIRT', ...model, variantLayout: 'by_color_and_size' },
    ...['red', 'blue', 'green'].map((color) => ({
      sku: `SHIRT-${color}`,
      parent: 'SHIRT',
      status: published,
      values: [cellWrite('color', color)],
    })),
    variant('red', 's', published, '12.50', 'Red shirt'),
    variant('red', 'l', published, '9.90', 'Large red shirt'),
    variant('blue', 'm', published, '10.00', 'Blue shirt'),
    variant('blue', 'l', 'draft', '1.00', 'Draft shirt'),
    variant('green', 's', 'draft', '2.00', 'Green shirt'),
    { sku: 'VEST', ...model, variantLayout: 'by_size', values: [named('Vest'), usd('30.00')] },
    { sku: 'VEST-S', parent: 'VEST', status: published, values: [cellWrite('size', 's'), usd('35.00')] },
    { sku: 'VEST-M', parent: 'VEST', status: published, values: [cellWrite('size', 'm')] },
    { sku: 'HAT', ...model, variantLayout: 'by_size' },
    { sku: 'HAT-S', parent: 'HAT', status: published, values: [cellWrite('size', 's')] },
  ]);
  const storefront = storefrontOf(catalogue.owner.organizationId);
  shop = await openShop(catalogue, { ...storefront, attributes: [...storefront.attributes, 'size'] });
}, 60_000);
afterAll(() => catalogue?.close());

const FIELDS =
  'sku label slug price { amount } prices { amount } priceRange { min { amount } max { amount } }';
async function ask(query: string, preview = false) {
  const { data, errors } = await shop.ask(query, { preview });
  expect(errors).toBeUndefined();
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response.
  return JSON.parse(JSON.stringify(data)) as any;
}

const money = (amount: string) => ({ amount });
const range = (min: string, max: string) => ({ min: money(min), max: money(max) });

test('a family without values of its own shows those of its default variant', async () => {
  const { product } = await ask(`{ product(by: { sku: "SHIRT" }) { ${FIELDS} selectedVariant { sku } } }`);
  expect(product).toEqual({
    sku: 'SHIRT',
    // The first color that is visible, and of it the first size.
    label: 'Blue shirt',
    slug: 'SHIRT',
    price: money('10.00'),
    prices: [money('10.00')],
    priceRange: range('9.90', '12.50'),
    selectedVariant: { sku: 'SHIRT-blue-m' },
  });
});

test('so does the model of one color, by its own variants', async () => {
  const { product } = await ask(`{ product(by: { sku: "SHIRT-red" }) { ${FIELDS} } }`);
  expect([product.label, product.price, product.priceRange]).toEqual([
    'Large red shirt',
    money('9.90'),
    range('9.90', '12.50'),
  ]);
});

test('values of its own come first, and prices that variants inherit are in the range', async () => {
  const { product } = await ask(`{ product(by: { sku: "VEST" }) { ${FIELDS} } }`);
  expect([product.label, product.price, product.priceRange]).toEqual([
    'Vest',
    money('30.00'),
    range('30.00', '35.00'),
  ]);
});

test('a name is never a SKU in brackets', async () => {
  const { product } = await ask(
    '{ product(by: { sku: "HAT" }) { label price { amount } priceRange { min { amount } } } }',
  );
  expect(product).toEqual({ label: 'HAT', price: null, priceRange: null });
});

test('a preview counts what is not live yet, and nothing that is archived', async () => {
  const { product } = await ask(`{ product(by: { sku: "SHIRT" }) { ${FIELDS} } }`, true);
  expect([product.label, product.price, product.priceRange]).toEqual([
    'Green shirt',
    money('2.00'),
    range('1.00', '12.50'),
  ]);
});

test('the default variant is the first of the variants, whatever the place', async () => {
  for (const preview of [false, true]) {
    const { products } = await ask(
      '{ products { nodes { sku selectedVariant { sku } variants { nodes { sku } } } } }',
      preview,
    );
    const firsts = products.nodes.map(
      (one: { variants: { nodes: { sku: string }[] } }) => one.variants.nodes[0]?.sku,
    );
    expect(
      products.nodes.map((one: { selectedVariant: { sku: string } }) => one.selectedVariant.sku),
    ).toEqual(firsts);
    expect(firsts).toHaveLength(3);
  }
});

test('the edge has the variant that was found first, the node does not depend on it', async () => {
  const edges = 'edges { node { sku label price { amount } } variant { sku label price { amount } } }';
  const { cheap, dear, red, related } = await ask(`{
    cheap: clothingProducts(sort: { price: ASC }, filter: { sku: { startsWith: "SHIRT" } }) { ${edges} }
    dear: clothingProducts(sort: { price: DESC }, filter: { sku: { startsWith: "SHIRT" } }) { ${edges} }
    red: clothingProducts(show: FIRST_AXIS, filter: { color: { in: ["red"] } }, sort: { price: DESC }) { ${edges} }
    related: product(by: { sku: "SHIRT" }) { variants { edges { node { sku } variant { sku } } } }
  }`);
  const node = { sku: 'SHIRT', label: 'Blue shirt', price: money('10.00') };
  const at = (sku: string, label: string, amount: string) => ({ sku, label, price: money(amount) });
  expect(cheap.edges).toEqual([{ node, variant: at('SHIRT-red-l', 'Large red shirt', '9.90') }]);
  expect(dear.edges).toEqual([{ node, variant: at('SHIRT-red-s', 'Red shirt', '12.50') }]);
  expect(red.edges).toEqual([
    { node: at('SHIRT-red', 'Large red shirt', '9.90'), variant: at('SHIRT-red-s', 'Red shirt', '12.50') },
  ]);
  expect(
    related.variants.edges.map(({ node: one, variant: other }: Record<string, { sku: string }>) => [
      one?.sku,
      other?.sku,
    ]),
  ).toEqual([
    ['SHIRT-blue-m', 'SHIRT-blue-m'],
    ['SHIRT-red-l', 'SHIRT-red-l'],
    ['SHIRT-red-s', 'SHIRT-red-s'],
  ]);
});

test('cards of families read no variants but the default ones', async () => {
  await ask(`{ products(sort: { newest: ASC }) { nodes { ${FIELDS} } } }`);
  catalogue.takeStatements();
  await ask(`{ products(sort: { newest: ASC }) { nodes { ${FIELDS} } } }`);
  expect(
    catalogue
      .takeStatements()
      .filter((name) => name.startsWith('product.'))
      .sort(),
  ).toEqual([
    'product.cells_below',
    'product.default_variants',
    'product.list',
    'product.list',
    'product.load',
    'product.load',
  ]);
});
