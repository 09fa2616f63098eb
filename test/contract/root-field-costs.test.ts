// Risk: a root field that costs nothing can be requested as often as a document has room for.
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ATTRIBUTES } from '../../prisma/demo/attributes.ts';
import { fixedPrice } from '../../src/adapters/graphql/cost.ts';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { chargeFields } from '../../src/graphql/charge-fields.ts';
import { OperationBudget, PRICES } from '../../src/kernel/budget/operation-budget.ts';
import { createShopSchemas } from '../../src/modules/shop-api/index.ts';
import { readStructure } from '../../src/modules/structure/index.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { serveShop } from '../support/served-shop.ts';
import { demoStorefront } from '../support/storefront.ts';

let served: ServedProgram;
let shop: Awaited<ReturnType<typeof serveShop>>;
let shopSchema: GraphQLSchema;
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  const storefront = demoStorefront(served.organizationId, {
    attributes: ATTRIBUTES.map(({ code }) => code),
    facets: ['finish'],
  });
  shop = await serveShop(served, { pk_demo: storefront });
  const session = systemSession(served.organizationId, { door: 'graphql', requestId: 'test' });
  const { execute } = pgTransaction(served.catalogue.database.of(served.organizationId).pool);
  const structure = await readStructure({ execute, session });
  shopSchema = chargeFields((await createShopSchemas().of(structure, storefront)).schema);
});
afterAll(async () => {
  await shop?.close();
  await served?.close();
});

const priceOf = (text: string) => {
  const document = parse(text);
  return fixedPrice(document, document.definitions[0] as OperationDefinitionNode);
};

test.each(['query', 'mutation', 'subscription'])('every root field of %s costs before it runs', (kind) => {
  const roots = (schema: GraphQLSchema) =>
    [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      type?.name.toLowerCase() === kind ? Object.keys(type.getFields()) : [],
    );
  const names = [...roots(guardedSchema()), ...roots(shopSchema)];
  expect(names.length).toBeGreaterThan(0);
  const free = names.filter((name) => priceOf(`${kind} { a: ${name} b: ${name} }`) < 2 * PRICES.rootField);
  expect(free).toEqual([]);
});

const ask = async (query: string) => {
  const response = await shop.request('/shop/pk_demo/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors = [] } = (await response.json()) as {
    data: Record<string, unknown> | null;
    errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
  };
  return { status: response.status, data, codes: errors.map(({ extensions }) => extensions.code) };
};
const FACETS = ' fragment F on ProductConnection { facets { code } }';
const aliases = (count: number, selection: string) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: ${selection}`).join(' ')} }`;

test.each([
  ['facets without products', `${aliases(75, 'products(first: 0) { ...F }')}${FACETS}`],
  ['counts below searches', `${aliases(60, 'search(q: "lamp", first: 0) { totalCount ...F }')}${FACETS}`],
  [
    'objects that fragments multiply',
    `{ channel { __typename } category(by: { code: "x" }) { ...F0 } } ${Array.from({ length: 9 }, (_, n) => `fragment F${n} on Category { a: parent { ...F${n + 1} } b: parent { ...F${n + 1} } c: parent { ...F${n + 1} } d: parent { ...F${n + 1} } }`).join(' ')} fragment F9 on Category { code }`,
  ],
])('ends an operation that overspends by %s', async (_what, document) => {
  expect(await ask(document)).toMatchObject({ status: 400, codes: ['query-too-complex'] });
});

test.each([
  [
    'cards with specifications',
    '{ products(first: 100) { nodes { label slug price { formatted } image { url(width: 640) } specifications { label items { label text } } } totalCount facets { code label } } }',
  ],
  [
    'products with variants',
    '{ products(first: 100) { nodes { sku variants(first: 50) { nodes { sku label price { formatted } } } } } }',
  ],
])('takes %s, however many a page could have', async (_what, document) => {
  const { data, codes } = await ask(document);
  expect([codes, data === null]).toEqual([[], false]);
});

test.each(['PRODUCT', 'CATEGORY'])('charges each URL of the kind %s', async (kind) => {
  const listUrls = async (first: number) => {
    let units = 0;
    using _spending = vi.spyOn(OperationBudget.prototype, 'spend').mockImplementation((spent) => {
      units += spent;
    });
    const { data, codes } = await ask(`{ urls(kind: ${kind}, first: ${first}) { nodes { slug } } }`);
    expect(codes).toEqual([]);
    return { units, count: (data as { urls: { nodes: readonly object[] } }).urls.nodes.length };
  };
  const [all, one] = [await listUrls(1_000), await listUrls(1)];
  expect(all.count).toBeGreaterThan(5);
  expect(all.units - one.units).toBeGreaterThanOrEqual(2 * (all.count - one.count));
});

test('counts wait for no other count, however many run at once', async () => {
  const lists = ['products', 'products(filter: { status: { eq: PUBLISHED } })'];
  const document = `{ ${lists.map((list, n) => `l${n}: ${list} { totalCount }`).join(' ')} p: products { totalCount facets(on: ["status"]) { field } } }`;
  const results = await Promise.all(Array.from({ length: 6 }, () => served.graphql(document)));
  for (const { status, errors } of results) expect([status, errors]).toEqual([200, []]);
});
