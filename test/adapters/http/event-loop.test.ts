// Risk: one request of one client keeps all others waiting, because what it sends is walked before it is counted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MonitoredProcess, startMonitoredApi } from '../../support/monitored-process.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

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

/** Nearly so many bytes of what `of` makes of 0, 1, 2 …, with commas between. */
function filled(bytes: number, of: (index: number) => string): string {
  const parts: string[] = [];
  for (let length = 0; length < bytes - 300; length += (parts.at(-1)?.length ?? 0) + 1)
    parts.push(of(parts.length));
  return parts.join(',');
}

const keysOf = (bytes: number) => `{${filled(bytes, (index) => `"k${index}":1`)}}`;
const listOf = (bytes: number, one: (index: number) => string) => `[${filled(bytes, one)}]`;

/** Up to so many lists of so many bytes each. */
const inLists = (bytes: number, eachBytes: number, most: number, one: (index: number) => string) =>
  listOf(Math.min(bytes, (eachBytes + 3) * most + 300), () => listOf(eachBytes, one));

/** JSON of nearly so many bytes. The first ones are as much as is taken, the last ones more. */
const INPUTS: Readonly<Record<string, (bytes: number) => string>> = {
  'as many keys as one object may have': (bytes) => keysOf(Math.min(bytes, 90_000)),
  'objects in an object': (bytes) =>
    `{${filled(Math.min(bytes, 1_000_000), (index) => `"k${index}":${keysOf(1_500)}`)}}`,
  'empty lists': (bytes) => inLists(bytes, 2_000, 60, () => '[]'),
  'small objects': (bytes) => inLists(bytes, 20_000, 45, (index) => `{"k${index}":{"value":${index}}}`),
  'as many texts as one list may have': (bytes) => listOf(Math.min(bytes, 75_000), (index) => `"t${index}"`),
  numbers: (bytes) => inLists(bytes, 3_600, 100, () => '1'),
  texts: (bytes) => inLists(bytes, 15_000, 90, (index) => `"t${index}"`),
  'one long text': (bytes) => `"${'x'.repeat(bytes - 300)}"`,
  'one long number': (bytes) => `1${'0'.repeat(bytes - 300)}`,
  escapes: (bytes) => `"${'\\u00e9'.repeat((bytes - 300) / 6)}"`,
  'too many keys': keysOf,
  'too many lists': (bytes) => listOf(bytes, () => '[]'),
  'lists in lists': (bytes) => '['.repeat(bytes - 300),
};

const CREATE = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { __typename } }';
const FIND = 'query ($filter: ProductFilter) { products(first: 1, filter: $filter) { totalCount } }';
const call = (tool: string, given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`;

interface Place {
  readonly path: string;
  /** Largest body there. */
  readonly bytes: number;
  readonly around: (json: string) => string;
  readonly type?: string;
}
const BATCH = { path: '/api/v1/products/batch', bytes: 16 * 1024 * 1024 };
const GRAPHQL = { path: '/graphql', bytes: 1_000_000 };
const SEARCH = { path: '/api/v1/products/search', bytes: 1_000_000 };
const MCP = { path: '/_mcp', bytes: 4_000_000 };
const PLACES: Readonly<Record<string, Place>> = {
  'items of a batch': { ...BATCH, bytes: 2_000_000, around: (json) => `{"items":${json}}` },
  'values of an item': { ...BATCH, around: (json) => `{"items":[{"sku":"A1","values":${json}}]}` },
  'values of a line': {
    ...BATCH,
    bytes: 2_000_000,
    type: 'application/x-ndjson',
    around: (json) => `{"sku":"A1","values":${json}}`,
  },
  'values of a product': {
    path: '/api/v1/products',
    bytes: 1_000_000,
    around: (json) => `{"sku":"A1","values":${json}}`,
  },
  'labels of an attribute': {
    path: '/api/v1/attributes',
    bytes: 1_000_000,
    around: (json) => `{"code":"a","type":"text","labels":${json}}`,
  },
  'a filter': { ...SEARCH, around: (json) => `{"filter":${json}}` },
  'a list of operands': { ...SEARCH, around: (json) => `{"filter":{"sku":{"in":${json}}}}` },
  'filters that are joined': { ...SEARCH, around: (json) => `{"filter":{"and":${json}}}` },
  'a sort order': { ...SEARCH, around: (json) => `{"sort":${json}}` },
  'a GraphQL body': { ...GRAPHQL, around: (json) => json },
  'variables of GraphQL': { ...GRAPHQL, around: (json) => `{"query":"${CREATE}","variables":${json}}` },
  'an input of GraphQL': {
    ...GRAPHQL,
    around: (json) => `{"query":"${CREATE}","variables":{"input":${json}}}`,
  },
  'values of GraphQL': {
    ...GRAPHQL,
    around: (json) => `{"query":"${CREATE}","variables":{"input":{"sku":"A1","values":${json}}}}`,
  },
  'a filter of GraphQL': {
    ...GRAPHQL,
    around: (json) => `{"query":"${FIND}","variables":{"filter":${json}}}`,
  },
  'joined filters of GraphQL': {
    ...GRAPHQL,
    around: (json) => `{"query":"${FIND}","variables":{"filter":{"and":${json}}}}`,
  },
  'an MCP message': { ...MCP, around: (json) => json },
  'a filter of a tool': { ...MCP, around: (json) => call('search_products', `{"filter":${json}}`) },
  'items of a tool': { ...MCP, around: (json) => call('upsert_products', `{"items":${json}}`) },
  'values of a tool': {
    ...MCP,
    around: (json) => call('upsert_products', `{"items":[{"sku":"A1","values":${json}}]}`),
  },
};

async function post(path: string, body: string, type = 'application/json') {
  const accept = path === MCP.path ? 'application/json, text/event-stream' : type;
  const headers = { authorization: `Bearer ${served.token}`, 'content-type': type, accept };
  const response = await fetch(`${watched.url}${path}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

test.each(Object.keys(PLACES))('whatever stands for %s, others are answered meanwhile', async (name) => {
  const { path, bytes, around, type } = PLACES[name] as Place;
  for (const [kind, make] of Object.entries(INPUTS)) {
    const { status, text } = await post(path, around(make(bytes)), type);
    expect(status, `${kind}: ${text.slice(0, 500)}`).toBeLessThan(500);
    // What is refused is not sent back.
    expect(text.length, `${kind}: ${text.slice(0, 500)}`).toBeLessThan(250_000);
    await watched.expectHealthy({}, kind);
  }
});

test('a batch of blank lines is refused by their number', async () => {
  const { status, text } = await post(BATCH.path, '\n'.repeat(BATCH.bytes), 'application/x-ndjson');
  expect([status, JSON.parse(text)]).toMatchObject([413, { detail: 'The body has up to 10000 lines.' }]);
  await watched.expectHealthy();
});
