// Risk: a document that is accepted costs so much that everybody else waits for it.
import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ATTRIBUTES } from '../../prisma/demo/attributes.ts';
import { OperationBudget } from '../../src/kernel/budget/operation-budget.ts';
import { openUserSession } from '../../src/modules/organization/index.ts';
import { createStorefrontKey } from '../../src/modules/storefront-key/index.ts';
import { type MonitoredProcess, startMonitoredApi } from '../support/monitored-process.ts';
import { seededRandomFrom } from '../support/seeded-random-from.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { type CostlyDocument, findCostliest, type WorkDone } from './fuzz/costly-documents.ts';
import { catalogueWords } from './fuzz/words.ts';

/** Documents that are tried at each endpoint; `COSTLY_DOCUMENTS=3000` for a long run, `TEST_SEED` for other ones. */
const DOCUMENTS = Number(process.env.COSTLY_DOCUMENTS ?? 80);
/** Whether the figures of the timed documents are printed. */
const PRINTS = process.env.COSTLY_DOCUMENTS !== undefined;
const SEED = Number(process.env.TEST_SEED ?? 20_261_127);
/** Bounds of one document: processor time of one turn of the event loop and in all, and bytes of its response. */
const LONGEST_TURN_MS = 250;
const MOST_MS = 1_000;
const MOST_BYTES = 5_000_000;

let served: ServedProgram;
let watched: MonitoredProcess;
let key: string;
const work = { units: 0, statements: 0, rows: 0 };

beforeAll(async () => {
  served = await serveProgram({ RATE_LIMIT_PER_MINUTE: '1000000' });
  await served.seedDemo();
  const attributes = ATTRIBUTES.map(({ code }) => code);
  await served.graphql(
    `mutation ($attributes: [String!]) {
      createStorefront(input: {
        code: "shop", channel: "webshop", locales: ["en_US", "de_DE"], currencies: ["EUR", "USD"]
        attributes: $attributes, facets: ["finish"]
      }) { __typename }
    }`,
    { variables: { attributes } },
  );
  const { runner, database } = served.catalogue;
  const origin = { door: 'console', requestId: 'test' } as const;
  const session = await openUserSession(
    database.owner,
    served.organizationId,
    served.ownerOfIt.email,
    origin,
  );
  if (session === null) throw new Error('The owner is missing.');
  const input = { storefront: 'shop', name: 'Shop', kind: 'publishable' } as const;
  key = (await runner.write(session, createStorefrontKey, input)).output.key;
  watched = await startMonitoredApi(served, { LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '1000000' });
  countWork();
}, 180_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await watched?.[Symbol.asyncDispose]();
  await served?.close();
});

/** Counts units of budgets, and the statements and rows of this process; nothing behaves differently. */
function countWork(): void {
  const { spend } = OperationBudget.prototype;
  vi.spyOn(OperationBudget.prototype, 'spend').mockImplementation(function (this: OperationBudget, units) {
    work.units += units;
    spend.call(this, units);
  });
  const client = pg.Client.prototype as unknown as { query: (...parameters: unknown[]) => unknown };
  const { query } = client;
  const countRows = (result: { readonly rows?: readonly unknown[] } | undefined) => {
    work.rows += result?.rows?.length ?? 0;
  };
  vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...parameters: unknown[]) {
    work.statements += 1;
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      const countingCallback = (
        error: unknown,
        result: { readonly rows?: readonly unknown[] } | undefined,
      ) => {
        countRows(result);
        callback(error, result);
      };
      return query.apply(this, [...parameters.slice(0, -1), countingCallback]);
    }
    const sent = query.apply(this, parameters);
    if (sent instanceof Promise) sent.then(countRows, () => undefined);
    return sent;
  });
}

interface Endpoint {
  readonly name: string;
  readonly path: () => string;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly schema: () => Promise<GraphQLSchema>;
  readonly schemaOnly: boolean;
}

const management = async () =>
  buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'));

const ENDPOINTS: readonly Endpoint[] = [
  {
    name: '/graphql without a token',
    path: () => '/graphql',
    headers: () => ({}),
    schema: management,
    schemaOnly: true,
  },
  {
    name: '/graphql with a token',
    path: () => '/graphql',
    headers: () => ({ authorization: `Bearer ${served.token}` }),
    schema: management,
    schemaOnly: false,
  },
  {
    name: '/shop',
    path: () => `/shop/${key}/graphql`,
    headers: () => ({}),
    schema: async () => buildSchema(await (await served.request(`/shop/${key}/schema.graphql`)).text()),
    schemaOnly: false,
  },
];

const requestOf = ({ headers }: Endpoint, document: CostlyDocument): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers() },
  body: JSON.stringify(document),
});

interface Burden {
  readonly status: number;
  /** Problem of the response; null for none. */
  readonly code: string | null;
  readonly turnMs: number;
  readonly spentMs: number;
  readonly bytes: number;
}

/** Runs a document in a process of its own that does nothing else. */
async function ask(endpoint: Endpoint, document: CostlyDocument): Promise<Burden> {
  await watched.measure();
  const response = await fetch(`${watched.url}${endpoint.path()}`, requestOf(endpoint, document));
  const text = await response.text();
  const { longestTurnMs, spentMs } = await watched.measure();
  return {
    status: response.status,
    code: codeOf(text),
    turnMs: Math.round(longestTurnMs),
    spentMs: Math.round(spentMs),
    bytes: Buffer.byteLength(text),
  };
}

const codeOf = (text: string): string | null => {
  const { errors = [] } = JSON.parse(text) as {
    errors?: readonly { readonly extensions: { readonly code: string } }[];
  };
  return errors[0]?.extensions.code ?? null;
};

let comments = 0;

/**
 * Lists the bounds that a document exceeds in the cheaper of two runs, because a process does some work only once. A comment
 * makes it another text, so that it is parsed and compiled again.
 */
async function excesses(endpoint: Endpoint, document: CostlyDocument): Promise<readonly string[]> {
  const runs: Burden[] = [];
  for (let run = 0; run < 2; run += 1) {
    comments += 1;
    runs.push(await ask(endpoint, { ...document, query: `#${comments}\n${document.query}` }));
  }
  const burden = runs.reduce((one, other) => (other.spentMs < one.spentMs ? other : one));
  if (PRINTS)
    process.stderr.write(
      `| ${endpoint.name} | ${Object.values(burden).join(' | ')} | ${document.query.replace(/\s+/g, ' ').slice(0, 120)} |\n`,
    );
  return [
    ...(burden.status >= 500 ? [`status ${burden.status}`] : []),
    ...(burden.code === 'invalid-document' ? ['an invalid document'] : []),
    ...(burden.turnMs > LONGEST_TURN_MS ? [`a turn of ${burden.turnMs} ms`] : []),
    ...(burden.spentMs > MOST_MS ? [`${burden.spentMs} ms in all`] : []),
    ...(burden.bytes > MOST_BYTES ? [`${burden.bytes} bytes`] : []),
  ];
}

const repeated = (count: number, selection: string) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: ${selection}`).join(' ')} }`;
/** Fragments that each stand twice in the one before. */
const doubled = (levels: number, root: string, type: string, field: string) =>
  `{ ${root} { ...F0 } } ${Array.from({ length: levels }, (_, n) => `fragment F${n} on ${type} { a: __typename ...F${n + 1} ...F${n + 1} }`).join(' ')} fragment F${levels} on ${type} { ${field} }`;

/** Documents that have held a server before, or that plain pages send, by the endpoints that they are for. */
const CORPUS: Readonly<Record<string, readonly string[]>> = {
  '/graphql without a token': [
    getIntrospectionQuery(),
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
    repeated(75, '__schema { types { name fields { name args { name type { name ofType { name } } } } } }'),
    `{ __schema ${repeated(20, 'types { name fields { name description } }')} }`,
    doubled(14, '__schema', '__Schema', 'types { name }'),
  ],
  '/graphql with a token': [
    repeated(40, 'products(first: 0) { facets(on: ["status", "categories", "finish"]) { field } }'),
    repeated(40, 'products(first: 0) { totalCount }'),
    repeated(60, 'products(first: 100) { nodes { sku label values { attribute value } } }'),
    '{ products(first: 100) { nodes { sku variants(first: 50) { nodes { sku label } } } } }',
    '{ products(first: 100) { nodes { parent { variants(first: 100) { nodes { parent { variants(first: 100) { nodes { sku } } } } } } } } }',
    repeated(60, 'categories(first: 100) { nodes { code productsCount } }'),
    repeated(40, 'attributeSetSchema(code: "lamp")'),
    doubled(12, 'products(first: 100)', 'ProductConnection', 'totalCount'),
  ],
  '/shop': [
    repeated(60, 'urls(kind: PRODUCT, first: 1000) { nodes { slug } }'),
    repeated(40, 'products(first: 0) { facets { code } }'),
    '{ navigation { products { facets { code } } children { products { facets { code } } children { products { facets { code } } } } } }',
    '{ products(first: 24) { nodes { slug label image { url } price { amount } specifications { label items { label text } } } } }',
    getIntrospectionQuery(),
    repeated(60, '__schema { types { name fields { name } } }'),
    doubled(12, 'products(first: 100)', 'ProductConnection', 'totalCount'),
  ],
};

test.each(ENDPOINTS)('documents that were a burden at $name are none', async (endpoint) => {
  for (const query of CORPUS[endpoint.name] ?? [])
    expect.soft(await excesses(endpoint, { query, variables: {} }), query).toEqual([]);
});

test.each(ENDPOINTS)(
  'the costliest documents that are found for $name are no burden for others',
  async (endpoint) => {
    let accepted = 0;
    const run = async (document: CostlyDocument): Promise<WorkDone> => {
      Object.assign(work, { units: 0, statements: 0, rows: 0 });
      const response = await served.request(endpoint.path(), requestOf(endpoint, document));
      const text = await response.text();
      if (codeOf(text) === null) accepted += 1;
      return { ...work, bytes: Buffer.byteLength(text) };
    };
    const best = await findCostliest({
      schema: await endpoint.schema(),
      words: catalogueWords,
      random: seededRandomFrom(SEED),
      documents: DOCUMENTS,
      schemaOnly: endpoint.schemaOnly,
      run,
    });
    // A search among documents that are only ever rejected finds nothing.
    expect(accepted).toBeGreaterThan(DOCUMENTS / 40);
    for (const { document } of best.slice(0, 5))
      expect(await excesses(endpoint, document), JSON.stringify(document)).toEqual([]);
  },
  60_000 + DOCUMENTS * 200,
);
