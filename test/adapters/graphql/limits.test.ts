// Risk: one document, or one body, costs the server more than everybody else's together.
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeyedSlots } from '../../../src/kernel/budget/slots.ts';
import { openUserSession } from '../../../src/modules/organization/index.ts';
import { createStorefrontKey } from '../../../src/modules/storefront-key/index.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
let listening: Awaited<ReturnType<ServedProgram['listen']>>;
beforeAll(async () => {
  served = await serveProgram();
  listening = await served.listen();
});
beforeEach(() => served.logged.splice(0));
afterAll(async () => {
  await listening.close();
  await served.close();
});

const post = (body: string | ReadableStream, as = served.token) =>
  fetch(`${listening.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
    body,
    duplex: 'half',
  } as RequestInit);

/** A document about the schema whose body has exactly so many bytes. */
const bodyOf = (bytes: number) => {
  const body = (padding: string) => JSON.stringify({ query: '{ __typename }', extensions: { padding } });
  return body('x'.repeat(bytes - body('').length));
};

/** The same in pieces, so that nobody can know its length beforehand. */
const inPieces = (text: string) =>
  new ReadableStream({
    start(controller) {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += 50_000) controller.enqueue(bytes.subarray(at, at + 50_000));
      controller.close();
    },
  });

test.each([
  ['stated', (text: string) => text],
  ['unknown', inPieces],
])('takes a body of 1 MB and refuses a larger one whose length is %s', async (_how, form) => {
  expect((await post(form(bodyOf(1_000_000)))).status).toBe(200);
  const refused = await post(form(bodyOf(1_000_001)));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toEqual({
    errors: [
      {
        message: 'The body has up to 1000000 bytes.',
        extensions: {
          limit: 1_000_000,
          messageKey: 'body-too-large',
          params: { max: 1_000_000 },
          code: 'payload-too-large',
          type: 'http://catalograph.test:4000/problems/payload-too-large',
          status: 413,
          requestId: refused.headers.get('x-request-id'),
        },
      },
    ],
  });
});

test('takes a document of 16,384 bytes and refuses a longer one', async () => {
  const documentOf = (bytes: number) => `{ __typename } #${'é'.repeat((bytes - 16) / 2)}`;
  expect((await served.graphql(documentOf(16_384))).status).toBe(200);
  const { status, errors } = await served.graphql(documentOf(16_386));
  expect([status, errors[0]?.extensions]).toMatchObject([
    400,
    { code: 'document-too-large', maximumBytes: 16_384 },
  ]);
});

test('takes a document of 1,000 tokens and refuses one more', async () => {
  // The two braces count, and each alias is three tokens: name, colon, name.
  const documentOf = (aliases: number) =>
    `{ ${Array.from({ length: aliases }, (_, n) => `a${n}:__typename`).join(' ')} }`;
  const allowed = await served.graphql(documentOf(332));
  expect([allowed.status, allowed.errors]).toEqual([200, []]);
  const refused = await served.graphql(documentOf(333));
  expect([refused.status, refused.errors[0]?.message, refused.errors[0]?.extensions]).toMatchObject([
    400,
    'A document has up to 1000 tokens. Send values as variables.',
    { code: 'document-too-large', maximumTokens: 1_000 },
  ]);
});

test('takes 12 levels and refuses 13', async () => {
  const documentOf = (levels: number) =>
    `{ locale(code: "de_DE") { ${'fallback { '.repeat(levels - 2)} code ${'}'.repeat(levels - 2)} } }`;
  const allowed = await served.graphql(documentOf(12));
  expect([allowed.errors, allowed.cost]).toMatchObject([
    [],
    { nodes: 11, maximumNodes: 10_000, depth: 12, limit: 10_000 },
  ]);
  const refused = await served.graphql(documentOf(13));
  expect([refused.status, refused.data, refused.errors, refused.cost]).toEqual([
    400,
    undefined,
    [
      {
        message: 'The document is 13 levels deep; 12 are allowed.',
        extensions: {
          depth: 13,
          maximumDepth: 12,
          messageKey: 'document-too-deep',
          params: { depth: 13, max: 12 },
          code: 'query-too-complex',
          type: 'http://catalograph.test:4000/problems/query-too-complex',
          status: 400,
          requestId: refused.headers.get('x-request-id'),
        },
      },
    ],
    { nodes: 12, maximumNodes: 10_000, depth: 13, used: 0, limit: 10_000 },
  ]);
});

test.each([
  [
    'a page once, each of its items and what each refers to',
    '{ locales(first: 100) { totalCount nodes { code fallback { code } } } }',
    201,
  ],
  [
    'edges no more than nodes',
    '{ locales(first: 100) { edges { cursor node { code fallback { code } } } } }',
    201,
  ],
  ['the page size that is the default', '{ locales { nodes { code } } }', 26],
  [
    'a page inside a page as often as the outer has items',
    '{ products(first: 10) { nodes { variants(first: 20) { nodes { sku } } } } }',
    221,
  ],
  ['a page of a variable', 'query ($n: Int! = 50) { locales(first: $n) { nodes { code } } }', 51],
  ['no less than one item for a page of a negative size', '{ locales(first: -100) { nodes { code } } }', 2],
])('counts %s', async (_what, document, nodes) => {
  expect((await served.graphql(document)).cost).toMatchObject({ nodes, maximumNodes: 10_000 });
});

test('takes pages whose items are few, however many they could be', async () => {
  const { status, errors, cost } = await served.graphql(
    'query ($n: Int!) { products(first: $n) { nodes { variants(first: 100) { nodes { sku } } } } }',
    { variables: { n: 100 } },
  );
  expect([status, errors, cost]).toMatchObject([200, [], { nodes: 10_201, limit: 10_000 }]);
  expect((cost as { used: number }).used).toBeLessThan(100);
});

test('ends an operation that needs more work than it may, with nothing of its data', async () => {
  const aliases = Array.from({ length: 75 }, (_, n) => `a${n}: products(first: 0) { ...F }`);
  const facets = 'fragment F on ProductConnection { facets(on: ["status", "type"]) { field } }';
  const { status, data, errors, cost } = await served.graphql(`{ ${aliases.join(' ')} } ${facets}`);
  expect([status, data, errors, cost]).toMatchObject([
    400,
    null,
    [{ extensions: { code: 'query-too-complex', limit: 10_000 } }],
    { limit: 10_000 },
  ]);
  expect((cost as { used: number }).used).toBeGreaterThan(10_000);
});

test('measures the operation that was named, not the first', async () => {
  const { cost } = await served.graphql(
    'query A { __typename } query B { locales(first: 7) { nodes { code } } }',
    { operationName: 'B' },
  );
  expect(cost).toMatchObject({ nodes: 8, maximumNodes: 10_000, depth: 3 });
});

test('refuses fragments that double at each level without walking through them', async () => {
  const fragments = Array.from(
    { length: 40 },
    (_, n) => `fragment F${n} on Locale { a: fallback { ...F${n + 1} } b: fallback { ...F${n + 1} } }`,
  );
  const { errors } = await served.graphql(
    `{ locale(code: "x") { ...F0 } } ${fragments.join(' ')} fragment F40 on Locale { code }`,
  );
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['query-too-complex']);
});

test('lets introspection pass and counts it as one node', async () => {
  const { errors, cost } = await served.graphql(getIntrospectionQuery({ schemaDescription: true }));
  expect([errors, cost]).toMatchObject([[], { nodes: 1, maximumNodes: 10_000, depth: 1 }]);
});

test('tells ten mistakes of a document at most', async () => {
  const { errors } = await served.graphql(`{ ${Array.from({ length: 50 }, (_, n) => `x${n}`).join(' ')} }`);
  expect(errors.map(({ message }) => message).slice(9)).toEqual([
    'Cannot query field "x9" on type "Query".',
    'Too many validation errors, error limit reached. Validation aborted.',
  ]);
});

describe('a client whose four operations wait for the database', () => {
  const PRODUCTS = '{ products(first: 1) { nodes { sku } } }';
  type Ask = (query: string) => Promise<{ readonly status: number }>;
  const asToken =
    (token: string): Ask =>
    (query) =>
      post(JSON.stringify({ query }), token);
  const asShopper =
    (key: string, from: string): Ask =>
    (query) =>
      served.request(`/shop/${key}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
        from,
      });

  /** Opens a storefront. Returns two keys of it. */
  async function openShop(): Promise<readonly string[]> {
    const { errors } = await served.graphql(`mutation {
      updateLocale(code: "en_US", input: { enabled: true }) { __typename }
      updateCurrency(code: "EUR", input: { enabled: true }) { __typename }
      createChannel(input: { code: "web", locales: ["en_US"], currencies: ["EUR"] }) { __typename }
      createStorefront(input: { code: "shop", channel: "web" }) { __typename }
    }`);
    expect(errors).toEqual([]);
    const { database, runner } = served.catalogue;
    const origin = { door: 'console', requestId: 'test' } as const;
    const { organizationId, ownerOfIt } = served;
    const session = await openUserSession(database.owner, organizationId, ownerOfIt.email, origin);
    if (session === null) throw new Error('The owner is missing.');
    const create = async (name: string) =>
      (await runner.write(session, createStorefrontKey, { storefront: 'shop', name, kind: 'publishable' }))
        .output.key;
    return [await create('One'), await create('Two')];
  }

  /** Holds that the fifth operation of a client waits for the four that PostgreSQL holds, and that nobody else does. */
  async function expectTurns(client: Ask, others: readonly Ask[]): Promise<void> {
    for (const ask of [client, ...others]) expect((await ask(PRODUCTS)).status).toBe(200);
    using requested = vi.spyOn(KeyedSlots.prototype, 'run');
    const database = await served.catalogue.database.owner.connect();
    try {
      await database.query('BEGIN');
      await database.query('LOCK TABLE search.product');
      const held = Array.from({ length: 4 }, () => client(PRODUCTS));
      await expect.poll(() => requested.mock.calls.length).toBe(4);
      let isAnswered = false;
      const fifth = client('{ __typename }').then((response) => {
        isAnswered = true;
        return response;
      });
      await expect.poll(() => requested.mock.calls.length).toBe(5);
      for (const other of others) expect((await other('{ __typename }')).status).toBe(200);
      expect(isAnswered).toBe(false);
      await database.query('ROLLBACK');
      const responses = await Promise.all([...held, fifth]);
      expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
    } finally {
      await database.query('ROLLBACK');
      database.release();
    }
  }

  test('waits with the fifth; other tokens do not', async () => {
    const [token, other] = [await served.mint(), await served.mint()];
    await expectTurns(asToken(token), [asToken(other)]);
  });

  test('waits with the fifth in a shop; other addresses and keys do not', async () => {
    const [one = '', two = ''] = await openShop();
    await expectTurns(asShopper(one, '192.0.2.1'), [
      asShopper(one, '192.0.2.2'),
      asShopper(two, '192.0.2.1'),
      asToken(served.token),
    ]);
  });
});

test('open subscriptions take no turn of the operations of a token', async () => {
  const stop = new AbortController();
  const subscribe = () =>
    fetch(`${listening.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${served.token}`,
      },
      body: JSON.stringify({ query: 'subscription { events { id } }' }),
      signal: stop.signal,
    });
  const streams = await Promise.all(Array.from({ length: 6 }, subscribe));
  expect(streams.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await post(bodyOf(1_000))).status).toBe(200);
  stop.abort();
});
