// Risk: a missing scope is told once per object of a page, takes away what its caller may read, or shows only with data.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pngOf } from '../../../support/media.ts';
import { type ServedProgram, serveProgram } from '../../../support/served-program.ts';

let served: ServedProgram;
let shop: string;
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  const { data } = await served.graphql(
    `mutation ($items: [UpsertProductInput!]!, $picture: String!) {
      addMedia(input: { code: "front", filename: "front.png", base64: $picture }) { __typename }
      upsertProducts(items: $items) { ... on UpsertProductsPayload { created failed } }
    }`,
    { variables: { items: LAMPS, picture: pngOf(8, 8).toString('base64') } },
  );
  expect(data).toEqual({
    addMedia: { __typename: 'AddMediaPayload' },
    upsertProducts: { created: 50, failed: 0 },
  });
  shop = await served.mint(['products:read']);
});
afterAll(() => served.close());

const LAMPS = Array.from({ length: 50 }, (_, index) => ({
  sku: `LAMP-${index}`,
  attributeSet: 'lamp',
  values: [{ attribute: 'photo', value: 'front' }],
}));

const PAGE = `query ($sku: String = "LAMP-") {
  products(first: 50, filter: { sku: { startsWith: $sku } }) {
    nodes {
      id sku label
      attributeSet { id code label description version }
      image { id code label filename url }
      channels { id code }
      values { attribute { id code type localizable } display }
    }
  }
}`;

interface Page {
  readonly products: {
    readonly nodes: readonly {
      readonly attributeSet: Readonly<Record<string, unknown>> | null;
      readonly image: Readonly<Record<string, unknown>> | null;
      readonly values: readonly { readonly attribute: Readonly<Record<string, unknown>> }[];
    }[];
  };
}

/** The path of an error without places in lists. */
const fieldOf = ({ path }: { readonly path?: readonly (string | number)[] }) =>
  (path ?? []).filter((step) => typeof step === 'string').join('.');

test('a page of 50 products tells a missing scope once per field and keeps everything else', async () => {
  const { status, data, errors } = await served.graphql(PAGE, { as: shop });
  const { nodes } = (data as unknown as Page).products;
  expect([status, nodes.length]).toEqual([200, 50]);
  expect(
    errors.map((error) => [fieldOf(error), error.extensions.code, error.extensions.requiredScopes]),
  ).toEqual(
    expect.arrayContaining([
      ['products.nodes.attributeSet.description', 'insufficient-scope', ['attributes:read']],
      ['products.nodes.attributeSet.version', 'insufficient-scope', ['attributes:read']],
      ['products.nodes.image.filename', 'insufficient-scope', ['media:read']],
      ['products.nodes.image.url', 'insufficient-scope', ['media:read']],
      ['products.nodes.values.attribute.type', 'insufficient-scope', ['attributes:read']],
      ['products.nodes.values.attribute.localizable', 'insufficient-scope', ['attributes:read']],
    ]),
  );
  expect(errors).toHaveLength(6);
  expect(JSON.stringify(errors).length).toBeLessThan(4_000);
  for (const { attributeSet } of nodes)
    expect(attributeSet).toMatchObject({ code: expect.any(String), description: null, version: null });
  for (const { image } of nodes) expect(image).toMatchObject({ code: 'front', filename: null, url: null });
  for (const { attribute } of nodes.flatMap(({ values }) => values))
    expect(attribute).toMatchObject({ code: expect.any(String), type: null, localizable: null });
});

test('the same is told when nothing is found, as far as the document says it', async () => {
  const { data, errors } = await served.graphql(PAGE, {
    as: shop,
    variables: { sku: 'nothing' },
  });
  expect(data).toEqual({ products: { nodes: [] } });
  expect(errors.map(({ path, message }) => [path?.join('.'), message])).toEqual([
    ['products.nodes', 'AttributeSet.description needs the scope attributes:read.'],
    ['products.nodes', 'AttributeSet.version needs the scope attributes:read.'],
    ['products.nodes', 'Media.filename needs the scope media:read.'],
    ['products.nodes', 'Media.url needs the scope media:read.'],
  ]);
});

test('a field that is skipped is not told', async () => {
  const { errors, data } = await served.graphql(
    `query ($with: Boolean = false) { products(first: 1) { nodes { sku ...A @include(if: $with) ...A @skip(if: true) } } }
     fragment A on Product { attributeSet { version } }`,
    { as: shop },
  );
  expect([errors, data]).toMatchObject([[], { products: { nodes: [{ sku: expect.any(String) }] } }]);
});

test('a list that is refused leaves the lists beside it, and a change that is refused those before it', async () => {
  const lists = await served.graphql('{ products(first: 1) { totalCount } channels { totalCount } }', {
    as: shop,
  });
  expect(lists.data).toEqual({ products: { totalCount: expect.any(Number) }, channels: null });
  expect(lists.errors.map(({ path }) => path)).toEqual([['channels']]);
  const writer = await served.mint(['products:write']);
  const changes = await served.graphql(
    `mutation {
       createProduct(input: { sku: "NEW" }) { ... on ProductPayload { outcome product { sku status } } }
       createChannel(input: { code: "fair", locales: ["en_US"], currencies: ["EUR"] }) { __typename }
     }`,
    { as: writer },
  );
  expect(changes.data).toEqual({ createProduct: { outcome: 'CREATED', product: null }, createChannel: null });
  expect(changes.errors.map(({ path }) => path?.join('.'))).toEqual([
    'createProduct.product.status',
    'createChannel',
  ]);
});
