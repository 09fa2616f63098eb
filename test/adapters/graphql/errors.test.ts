// Risk: an answer tells of our insides, or a mistake is told so that nobody can mend it, or a defect leaves no trace.

import {
  GraphQLError,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGraphqlEngine } from '../../../src/adapters/graphql/engine.ts';
import { graphqlErrorResponse } from '../../../src/adapters/graphql/errors/graphql-error-response.ts';
import { createGraphqlApp } from '../../../src/adapters/graphql/graphql-app.ts';
import { createOpenSubscriptions } from '../../../src/adapters/graphql/subscriptions/open-subscriptions.ts';
import { createRouter } from '../../../src/adapters/http/router.ts';
import { requestLog } from '../../../src/adapters/monitoring/request-log.ts';
import { Conflict, RequestError } from '../../../src/kernel/errors.ts';
import { verbatim } from '../../../src/kernel/problems/messages/message.ts';
import { createFileLinks } from '../../../src/platform/storage/file-links.ts';
import { sessionOf } from '../../support/catalogue.ts';
import { createMemoryStorage } from '../../support/memory-storage.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';
import { WEBHOOK_TOOLS } from '../../support/webhook-tools.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

const fails = (error: unknown) => ({
  type: GraphQLString,
  resolve: () => {
    throw error;
  },
});
const lost = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' });

const items = (...list: readonly unknown[]) => ({
  type: GraphQLString,
  async *subscribe() {
    for (const item of list) {
      if (item instanceof Error) throw item;
      yield item;
    }
  },
  resolve: (item: unknown) => {
    if (typeof item === 'function') throw new TypeError('secret: select * from customers');
    return item;
  },
});

/** A graph in which things go wrong. */
const schema = new GraphQLSchema({
  subscription: new GraphQLObjectType({
    name: 'Subscription',
    fields: {
      fine: items('a', 'b'),
      doesNotOpen: { type: GraphQLString, subscribe: () => Promise.reject(new TypeError('hunter2')) },
      refuses: {
        type: GraphQLString,
        subscribe: () =>
          Promise.reject(new RequestError('events-expired', verbatim('Too late.'), { last_sequence: 3 })),
      },
      breaks: items('a', new TypeError('secret: select * from customers')),
      breaksOnce: items('a', () => 'thrown', 'b'),
      isNoStream: { type: GraphQLString, subscribe: () => 'text' },
    },
  }),
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      fine: { type: GraphQLString, resolve: () => 'fine' },
      defect: fails(new TypeError('secret: select * from customers')),
      thrownText: fails('hunter2'),
      fault: fails(new RequestError('invalid-cursor', verbatim('Not a cursor.'), { cursor: 'abc' })),
      refusal: fails(new Conflict('idempotency-in-progress', verbatim('Still running.'))),
      away: fails(new Error('query failed', { cause: lost })),
      wrongType: { type: GraphQLInt, resolve: () => 'no number' },
      missing: { type: new GraphQLNonNull(GraphQLString), resolve: () => null },
      sized: {
        type: GraphQLString,
        args: { size: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 1 } },
      },
      forged: fails(
        new GraphQLError('select 1', { extensions: { code: 'BAD_REQUEST', http: { status: 418 } } }),
      ),
    },
  }),
});

const logged: {
  readonly err?: unknown;
  readonly requestId?: string;
  readonly message?: string | undefined;
}[] = [];
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (fields: object, message?: string) => void logged.push({ ...fields, message }),
  error: (fields: object, message?: string) => void logged.push({ ...fields, message }),
};
beforeEach(() => logged.splice(0));

async function ask(query: string, authenticate = async () => sessionOf('org')) {
  const { text, ...answer } = await answerTo(query, 'application/json', authenticate);
  const { data, errors } = JSON.parse(text) as {
    data: unknown;
    errors: { message: string; path: unknown; extensions: object }[];
  };
  return { ...answer, data, errors };
}

async function answerTo(query: string, accept: string, authenticate = async () => sessionOf('org')) {
  const router = createRouter({ log, publicUrl: 'http://catalograph.test', around: [requestLog(log)] });
  const { database, runner, cursors, clock } = served.catalogue;
  const recordRefusal = async () => undefined;
  const links = createFileLinks({ secret: 'test', publicUrl: 'http://catalograph.test', clock });
  const storage = createMemoryStorage();
  const engine = createGraphqlEngine({
    schema,
    unguardedSchema: null,
    database,
    runner,
    cursors,
    clock,
    links,
    storage,
    log,
    recordRefusal,
    ...WEBHOOK_TOOLS,
    follower: { open: () => Promise.reject(new Error('nothing to follow')), close: () => undefined },
    openSubscriptions: createOpenSubscriptions(),
    watchAccess: () => () => undefined,
  });
  router.route(
    '/',
    createGraphqlApp({
      schema,
      engine,
      authenticator: { authenticate },
      faultAnswer: graphqlErrorResponse({ log, links }),
    }),
  );
  const response = await router.request('/graphql', {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', 'x-request-id': 'r-1' },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** The same by a stream; its messages. */
async function follow(field: string) {
  const { status, text } = await answerTo(`subscription { ${field} }`, 'text/event-stream');
  const messages = [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(([, json]) =>
    JSON.parse(json ?? ''),
  );
  return { status, messages, isComplete: text.endsWith('event: complete\ndata:\n\n') };
}

const MASKED = {
  message: 'An unexpected error occurred on the server. It was logged under the request id r-1.',
  extensions: {
    code: 'internal-error',
    type: 'http://catalograph.test/problems/internal-error',
    status: 500,
    requestId: 'r-1',
    messageKey: 'internal-error',
    params: { requestId: 'r-1' },
  },
};

test.each(['defect', 'thrownText', 'wrongType', 'missing', 'forged'])(
  'masks a defect, logs it with its stack and still answers what went well: %s',
  async (field) => {
    const { status, errors } = await ask(`{ fine ${field} }`);
    expect([status, errors]).toMatchObject([200, [{ ...MASKED, path: [field] }]]);
    expect(JSON.stringify(errors)).not.toMatch(/select|hunter2|number/);
    expect(logged).toMatchObject([{ requestId: 'r-1', path: [field], message: 'a request failed' }]);
    expect(logged[0]?.err).toBeInstanceOf(Error);
    expect(logged[0]?.err).toHaveProperty('stack', expect.stringContaining('\n    at '));
  },
);

test.each(['doesNotOpen', 'isNoStream'])(
  'masks a subscription that cannot be opened, and answers 500: %s',
  async (field) => {
    expect(await follow(field)).toMatchObject({
      status: 500,
      messages: [{ errors: [MASKED] }],
      isComplete: true,
    });
    expect(logged).toMatchObject([{ requestId: 'r-1', message: 'a request failed' }]);
  },
);

test('passes on why a subscription is refused', async () => {
  expect(await follow('refuses')).toMatchObject({
    status: 410,
    messages: [
      { errors: [{ message: 'Too late.', extensions: { code: 'events-expired', lastSequence: 3 } }] },
    ],
  });
});

test('masks what breaks in a stream: its end, or one message of it', async () => {
  expect(await follow('fine')).toEqual({
    status: 200,
    messages: [{ data: { fine: 'a' } }, { data: { fine: 'b' } }],
    isComplete: true,
  });
  const broken = await follow('breaks');
  expect(broken).toMatchObject({
    status: 200,
    messages: [{ data: { breaks: 'a' } }, { errors: [MASKED] }],
    isComplete: true,
  });
  const once = await follow('breaksOnce');
  expect(once.messages).toMatchObject([
    { data: { breaksOnce: 'a' } },
    { data: { breaksOnce: null }, errors: [{ ...MASKED, path: ['breaksOnce'] }] },
    { data: { breaksOnce: 'b' } },
  ]);
  expect(JSON.stringify([broken, once])).not.toContain('secret');
});

test('answers 500 when the request as a whole failed', async () => {
  const { status, data, errors } = await ask('{ fine }', () => Promise.reject(new Error('boom')));
  expect([status, data, errors]).toEqual([500, undefined, [MASKED]]);
  expect(logged).toMatchObject([{ requestId: 'r-1', message: 'a request failed' }]);
});

test('answers 503 with a time to come back when the database is away, and says nothing of where it is', async () => {
  const { status, errors, headers } = await ask('{ fine }', () => Promise.reject(lost));
  expect([status, headers.get('retry-after'), errors[0]?.extensions]).toMatchObject([
    503,
    '1',
    { code: 'service-unavailable' },
  ]);
  expect(JSON.stringify(errors)).not.toContain('10.0.0.5');
  expect((await ask('{ away }')).errors[0]?.extensions).toMatchObject({ code: 'service-unavailable' });
});

test('passes on faults and refusals with their facts and without logging them', async () => {
  const { status, errors } = await ask('{ fault refusal }');
  expect([status, errors]).toMatchObject([
    200,
    [
      {
        message: 'Not a cursor.',
        path: ['fault'],
        extensions: {
          cursor: 'abc',
          code: 'invalid-cursor',
          type: 'http://catalograph.test/problems/invalid-cursor',
          status: 400,
        },
      },
      {
        message: 'Still running.',
        path: ['refusal'],
        extensions: { code: 'idempotency-in-progress', status: 409, errors: [] },
      },
    ],
  ]);
  expect(logged).toEqual([]);
});

test('tells the mistakes of a document as the engine words them, with what was meant', async () => {
  const { errors } = await served.graphql('{ locals { totalCount } }');
  expect(errors).toMatchObject([
    {
      message: 'Cannot query field "locals" on type "Query". Did you mean "locale" or "locales"?',
      locations: [{ line: 1, column: 3 }],
      extensions: {
        code: 'invalid-document',
        type: 'http://catalograph.test:4000/problems/invalid-document',
        status: 400,
      },
    },
  ]);
  const syntax = await served.graphql('{ locales');
  expect(syntax.errors).toMatchObject([
    { message: 'Syntax Error: Expected Name, found <EOF>.', extensions: { code: 'invalid-document' } },
  ]);
});

test('tells every variable that does not fit', async () => {
  const { status, errors } = await served.graphql(
    'query ($a: Int!, $b: Int!) { a: locales(first: $a) { totalCount } b: locales(first: $b) { totalCount } }',
    { variables: { a: 'x' }, headers: { accept: 'application/graphql-response+json' } },
  );
  expect([status, errors.map(({ message, extensions }) => [message, extensions.code])]).toEqual([
    400,
    [
      [
        'Variable "$a" got invalid value "x"; Int cannot represent non-integer value: "x"',
        'invalid-document',
      ],
      ['Variable "$b" of required type "Int!" was not provided.', 'invalid-document'],
    ],
  ]);
});

test('tells a null given for an argument that must have a value', async () => {
  const { status, errors } = await served.graphql(
    'query ($n: Int = 1) { findCodes(kind: OPTION, limit: $n) { hasMore } }',
    {
      variables: { n: null },
    },
  );
  expect([status, errors.map(({ extensions }) => extensions.code)]).toEqual([200, ['invalid-document']]);
});

test.each([
  ['a body that is no JSON', { body: '{"quer' }, 400, 'malformed-json'],
  ['a batch', { body: '[{"query":"{ __typename }"}]' }, 400, 'invalid-parameter'],
  ['a parameter that is unknown', { body: '{"qeury":"{ __typename }"}' }, 400, 'invalid-parameter'],
  ['no document', { body: '{}' }, 400, 'invalid-parameter'],
  [
    'an operation that is not there',
    { body: '{"query":"query A { __typename }","operationName":"B"}' },
    400,
    'invalid-document',
  ],
  ['another method', { method: 'PUT', body: '{}' }, 405, 'method-not-allowed'],
])('answers %s in the same form', async (_what, init, status, code) => {
  const response = await served.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...init,
  });
  const { errors } = (await response.json()) as {
    errors: { extensions: { messageKey?: string; params?: object } }[];
  };
  const extensions = errors.map(({ extensions: { messageKey: _key, params: _params, ...rest } }) => rest);
  expect([response.status, extensions]).toEqual([
    status,
    [
      {
        code,
        type: `http://catalograph.test:4000/problems/${code}`,
        status,
        requestId: response.headers.get('x-request-id'),
      },
    ],
  ]);
});

test('refuses a mutation by GET', async () => {
  const query = encodeURIComponent('mutation { deleteLocale(code: "de_DE") { __typename } }');
  const response = await served.request(`/graphql?query=${query}`, {
    headers: { authorization: `Bearer ${served.token}` },
  });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});
