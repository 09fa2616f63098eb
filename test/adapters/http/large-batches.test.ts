// Risk: a good batch of one client keeps all others waiting, because it is worked on in one go.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MonitoredProcess, startMonitoredApi } from '../../support/monitored-process.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

/** Megabytes are written; a busy machine takes its time. */
const SLOW_MS = 180_000;

let served: ServedProgram;
let watched: MonitoredProcess;
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  watched = await startMonitoredApi(served);
});
afterAll(async () => {
  await watched[Symbol.asyncDispose]();
  await served.close();
});

async function post(path: string, body: object) {
  const accept = path === '/_mcp' ? 'application/json, text/event-stream' : 'application/json';
  const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json', accept };
  const response = await fetch(`${watched.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const LOCALES = ['en_US', 'de_DE'];

/** Attributes that the batches below write. */
const codes = Array.from({ length: 55 }, (_, index) => `long_${index}`);

/** Items with two texts of so many characters for each of so many attributes. */
const itemsOf = (count: number, attributes: number, characters: number) =>
  Array.from({ length: count }, (_, index) => {
    const cells = LOCALES.map((locale) => ({
      locale,
      value: `${locale} ${index} `.padEnd(characters, 'word '),
    }));
    const values = Object.fromEntries(codes.slice(0, attributes).map((code) => [code, cells]));
    return { code: `${characters}_${index}`, values };
  });
const productsOf = (...size: Parameters<typeof itemsOf>) =>
  itemsOf(...size).map(({ code, values }) => ({ sku: code, values }));
const inputsOf = (...size: Parameters<typeof itemsOf>) =>
  productsOf(...size).map(({ sku, values }) => ({
    sku,
    values: Object.entries(values).flatMap(([attribute, cells]) =>
      cells.map((cell) => ({ attribute, ...cell })),
    ),
  }));

const UPSERT =
  'mutation ($items: [UpsertProductInput!]!) { upsertProducts(items: $items) { ... on UpsertProductsPayload { created updated failed } } }';
const viaGraphql = (items: object) => ({ path: '/graphql', body: { query: UPSERT, variables: { items } } });
const viaTool = (items: object) => ({
  path: '/_mcp',
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'upsert_products', arguments: { items, dry_run: false } },
  },
});

test(
  'of good batches as large as are taken, others are answered meanwhile',
  async () => {
    const batch = async (name: string, { path, body }: { readonly path: string; readonly body: object }) => {
      const { status, text } = await post(path, body);
      const [created, updated, failed] = ['created', 'updated', 'failed'].map((counter) =>
        Number(new RegExp(`${counter}\\\\?":(\\d+)`).exec(text)?.[1]),
      );
      expect({ status, created, updated, failed }, `${name}: ${text.slice(0, 500)}`).toMatchObject({
        status: 200,
        failed: 0,
      });
      return { created, updated };
    };
    const rest = (resource: string, items: object) => ({
      path: `/api/v1/${resource}/batch`,
      body: { items },
    });
    const localizable = codes.map((code) => ({ code, type: 'text', localizable: true }));
    await batch('attributes', rest('attributes', localizable));
    await batch('entity types', rest('entity-types', [{ code: 'maker', attributes: codes }]));
    // What the first request of a kind loads is not what this asks about.
    for (const first of [
      rest('products', productsOf(2, 2, 20)),
      viaGraphql(inputsOf(2, 2, 20)),
      viaTool(productsOf(2, 2, 20)),
    ])
      await batch('the first ones', first);
    await watched.measure();

    const configured = Array.from({ length: 500 }, (_, index) => ({
      code: `c_${index}`,
      labels: { en_US: `Category ${index}`, de_DE: `Kategorie ${index}` },
    }));
    const batches = {
      categories: [rest('categories', configured), { created: 500, updated: 0 }],
      'new products': [rest('products', productsOf(500, 55, 21)), { created: 500, updated: 0 }],
      'products that change': [
        rest(
          'products',
          productsOf(500, 55, 21).map((item) => ({ ...item, values: productsOf(1, 55, 40)[0]?.values })),
        ),
        { created: 0, updated: 500 },
      ],
      'products by GraphQL': [viaGraphql(inputsOf(500, 11, 30)), { created: 500, updated: 0 }],
      'products by a tool': [viaTool(productsOf(100, 55, 240)), { created: 100, updated: 0 }],
      entities: [
        rest(
          'entities',
          itemsOf(500, 20, 22).map((item) => ({ ...item, entity_type: 'maker' })),
        ),
        { created: 500, updated: 0 },
      ],
    } as const;
    for (const [name, [request, counts]] of Object.entries(batches)) {
      expect(await batch(name, request), name).toEqual(counts);
      await watched.expectHealthy({}, name);
    }
  },
  SLOW_MS,
);
