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
import { copyProducts } from './support/large-catalogue.ts';

/** Documents that are tried at each endpoint; `COSTLY_DOCUMENTS=3000` for a long run, `TEST_SEED` for other ones. */
const DOCUMENTS = Number(process.env.COSTLY_DOCUMENTS ?? 80);
/** Whether the figures of the timed documents are printed. */
const PRINTS = process.env.COSTLY_DOCUMENTS !== undefined;
const SEED = Number(process.env.TEST_SEED ?? 20_261_127);
/** Number of times that each product of the demo is copied. Counts, facets and pages of URLs cost nothing in a small catalogue. */
const COPIES = Number(process.env.COSTLY_COPIES ?? 400);
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
  await copyProducts(database.owner, served.organizationId, COPIES);
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

/** Number of pages of URLs, of 1,000 products each, that one operation can pay. */
const URL_PAGES = 4;

let comments = 0;

/**
 * Lists the bounds that a document exceeds. One that exceeds some runs again, because a process does some work only once, and
 * its second run counts. A comment makes it another text, so that it is parsed and compiled again.
 *
 * @param rejections codes of problems by which the document must not be rejected
 */
async function excesses(
  endpoint: Endpoint,
  document: CostlyDocument,
  ...rejections: readonly string[]
): Promise<readonly string[]> {
  const first = excessesOf(await askAnew(endpoint, document), rejections);
  return first.length === 0 ? first : excessesOf(await askAnew(endpoint, document), rejections);
}

async function askAnew(endpoint: Endpoint, document: CostlyDocument): Promise<Burden> {
  comments += 1;
  const burden = await ask(endpoint, { ...document, query: `#${comments}\n${document.query}` });
  if (PRINTS)
    process.stderr.write(
      `| ${endpoint.name} | ${Object.values(burden).join(' | ')} | ${document.query.replace(/\s+/g, ' ').slice(0, 120)} |\n`,
    );
  return burden;
}

const excessesOf = (burden: Burden, rejections: readonly string[]): readonly string[] => [
  ...(burden.status >= 500 ? [`status ${burden.status}`] : []),
  ...['invalid-document', ...rejections].filter((code) => code === burden.code),
  ...(burden.turnMs > LONGEST_TURN_MS ? [`a turn of ${burden.turnMs} ms`] : []),
  ...(burden.spentMs > MOST_MS ? [`${burden.spentMs} ms in all`] : []),
  ...(burden.bytes > MOST_BYTES ? [`${burden.bytes} bytes`] : []),
];

const repeated = (count: number, selection: string) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: ${selection}`).join(' ')} }`;
/** The same with a fragment, which keeps the document short. */
const spread = (count: number, field: string, type: string, selection: string) =>
  `${repeated(count, `${field} { ...F }`)} fragment F on ${type} { ${selection} }`;
/** Fragments that each stand twice in the one before. */
const doubled = (levels: number, root: string, type: string, field: string) =>
  `{ ${root} { ...F0 } } ${Array.from({ length: levels }, (_, n) => `fragment F${n} on ${type} { a: __typename ...F${n + 1} ...F${n + 1} }`).join(' ')} fragment F${levels} on ${type} { ${field} }`;

/** Documents that have held a server before, or that plain pages send, by the endpoints that they are for. */
const CORPUS: Readonly<Record<string, readonly string[]>> = {
  '/graphql without a token': [
    getIntrospectionQuery(),
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
    spread(
      75,
      '__schema',
      '__Schema',
      'types { name fields { name args { name type { name ofType { name } } } } }',
    ),
    `{ __schema ${repeated(20, 'types { name fields { name description } }')} }`,
    doubled(14, '__schema', '__Schema', 'types { name }'),
  ],
  '/graphql with a token': [
    repeated(40, 'products(first: 0) { facets(on: ["status", "categories", "finish"]) { field } }'),
    repeated(40, 'products(first: 0) { totalCount }'),
    spread(
      60,
      'products(first: 100)',
      'ProductConnection',
      'nodes { sku label values { ... on TextValue { text } } }',
    ),
    '{ products(first: 100) { nodes { sku variants(first: 50) { nodes { sku label } } } } }',
    '{ products(first: 100) { nodes { parent { variants(first: 100) { nodes { parent { variants(first: 100) { nodes { sku } } } } } } } } }',
    repeated(60, 'categories(first: 100) { nodes { code productsCount } }'),
    repeated(40, 'attributeSetSchema(code: "lamp")'),
    doubled(12, 'products(first: 100)', 'ProductConnection', 'totalCount'),
  ],
  '/shop': [
    spread(60, 'urls(kind: PRODUCT, first: 1000)', 'UrlConnection', 'nodes { slug }'),
    repeated(40, 'products(first: 0) { facets { code } }'),
    '{ navigation { products { facets { code } } children { products { facets { code } } children { products { facets { code } } } } } }',
    '{ products(first: 24) { nodes { slug label image { url } price { amount } specifications { label items { label text } } } } }',
    getIntrospectionQuery(),
    spread(60, '__schema', '__Schema', 'types { name fields { name } }'),
    doubled(12, 'products(first: 100)', 'ProductConnection', 'totalCount'),
  ],
};

/** A document of the pages of URLs that one operation can pay, each with the products of its own. */
async function pagesOfUrls(): Promise<string> {
  const cursors: string[] = [];
  for (let page = 0; page < URL_PAGES - 1; page += 1) {
    const after = page === 0 ? '' : `, after: "${cursors.at(-1)}"`;
    const query = `{ urls(kind: PRODUCT, first: 1000${after}) { pageInfo { hasNextPage endCursor } } }`;
    const response = await served.request(`/shop/${key}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as {
      data: { urls: { pageInfo: { hasNextPage: boolean; endCursor: string } } };
    };
    expect(data.urls.pageInfo.hasNextPage).toBe(true);
    cursors.push(data.urls.pageInfo.endCursor);
  }
  const pages = ['', ...cursors.map((cursor) => `, after: "${cursor}"`)];
  return `{ ${pages.map((after, n) => `a${n}: urls(kind: PRODUCT, first: 1000${after}) { ...F }`).join(' ')} } fragment F on UrlConnection { nodes { slug alternates { locale slug } } }`;
}

test.each(ENDPOINTS)('documents that were a burden at $name are none', async (endpoint) => {
  const paid = endpoint.name === '/shop' ? await pagesOfUrls() : null;
  if (paid !== null)
    expect
      .soft(await excesses(endpoint, { query: paid, variables: {} }, 'query-too-complex'), paid)
      .toEqual([]);
  for (const query of CORPUS[endpoint.name] ?? [])
    expect.soft(await excesses(endpoint, { query, variables: {} }, 'document-too-large'), query).toEqual([]);
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
