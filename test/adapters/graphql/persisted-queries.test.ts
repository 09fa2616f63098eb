// Risk: clients that send the hash of a document instead of its text fail, or get another document than they named.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');
const named = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });

async function answerTo(path: string, init: RequestInit = {}) {
  const response = await served.request(path, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${served.token}` },
  });
  const { data, errors } = (await response.json()) as {
    data?: object;
    errors?: readonly { readonly message: string; readonly extensions: object }[];
  };
  return { status: response.status, data, errors };
}
const post = (body: object) => answerTo('/graphql', { method: 'POST', body: JSON.stringify(body) });
const get = (parameters: Readonly<Record<string, string | object>>) =>
  answerTo(
    `/graphql?${new URLSearchParams(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )}`,
  );

const NOT_FOUND = {
  status: 200,
  data: undefined,
  errors: [
    { message: 'PersistedQueryNotFound', extensions: { code: 'persisted-query-not-found', status: 404 } },
  ],
};

test('a document is asked for by its hash once it was sent with it, by POST and by GET', async () => {
  const query = 'query Role { me { role } }';
  const extensions = named(hashOf(query));
  const found = { status: 200, data: { me: { role: 'OWNER' } }, errors: undefined };
  expect(await post({ operationName: 'Role', extensions })).toMatchObject(NOT_FOUND);
  expect(await get({ extensions })).toMatchObject(NOT_FOUND);
  expect(await get({ query, extensions })).toEqual(found);
  expect(await get({ extensions })).toEqual(found);
  expect(await post({ operationName: 'Role', extensions })).toEqual(found);
});

test('a document is kept under its own hash alone', async () => {
  const extensions = named(hashOf('{ me { role } }'));
  const refused = await post({ query: '{ __typename }', extensions });
  expect(refused).toMatchObject({
    status: 400,
    errors: [
      {
        message: "'sha256Hash' is not the SHA-256 of 'query' in hexadecimal.",
        extensions: { code: 'invalid-parameter', parameter: 'extensions.persistedQuery.sha256Hash' },
      },
    ],
  });
  expect(await post({ extensions })).toMatchObject(NOT_FOUND);
});

test('a mutation is not run by GET, however it is named', async () => {
  const query = 'mutation { createLocale(input: { code: "nl_NL" }) { __typename } }';
  const extensions = named(hashOf(query));
  expect((await post({ query, extensions })).status).toBe(200);
  expect(await get({ extensions })).toMatchObject({
    status: 405,
    errors: [{ extensions: { code: 'method-not-allowed' } }],
  });
});

test.each([[null], [{ version: 2, sha256Hash: 'a' }], ['a']])(
  'persistedQuery: %j',
  async (persistedQuery) => {
    const { status, errors } = await post({ query: '{ __typename }', extensions: { persistedQuery } });
    expect([status, errors?.[0]?.message]).toEqual(
      persistedQuery === null
        ? [200, undefined]
        : [400, '\'persistedQuery\' is { version: 1, sha256Hash: "…" }.'],
    );
  },
);
