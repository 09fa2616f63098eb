// Risk: a dry run leaves something behind or holds a connection, a repeated write has two effects, or nobody is told.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

const CREATE = `mutation ($code: String!, $dryRun: Boolean! = false) {
  createAttributeGroup(input: { code: $code }, dryRun: $dryRun) {
    __typename
    ... on AttributeGroupPayload { dryRun outcome attributeGroup { id code } }
    ... on Problem { code status }
  }
}`;
const groupCount = async () =>
  (await served.graphql('{ attributeGroups { totalCount } }')).data?.attributeGroups;
/** Connections that are inside a transaction; a dry run that was forgotten would be one of them. */
const openTransactions = async () => {
  const { rows } = await served.catalogue.database.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows[0]?.count;
};

test('answers a dry run as if it had happened, says so in a header and leaves nothing', async () => {
  const before = await groupCount();
  const { headers, data } = await served.graphql(CREATE, { variables: { code: 'trial', dryRun: true } });
  expect(headers.get('dry-run')).toBe('true');
  expect(data).toEqual({
    createAttributeGroup: {
      __typename: 'AttributeGroupPayload',
      dryRun: true,
      outcome: 'CREATED',
      attributeGroup: { id: expect.stringMatching(/^dry_atg_[0-9a-f]{32}$/), code: 'trial' },
    },
  });
  expect([await groupCount(), await openTransactions()]).toEqual([before, 0]);
});

test('also rolls back a dry run whose answer fails', async () => {
  const before = await groupCount();
  const { headers, errors } = await served.graphql(
    `mutation {
       one: createAttributeGroup(input: { code: "trial" }, dryRun: true) { ...Group }
       two: createAttributeGroup(input: { code: "trial" }, dryRun: true) { ...Group }
     }
     fragment Group on AttributeGroupPayload { attributeGroup { sortOrder } }`,
    { as: await served.mint(['attributes:write']) },
  );
  expect(headers.get('dry-run')).toBe('true');
  expect(errors.map(({ extensions }) => extensions.code)).toContain('insufficient-scope');
  expect([await groupCount(), await openTransactions()]).toEqual([before, 0]);
});

test('rolls back a dry run whose client has gone', async () => {
  const listening = await served.listen();
  const before = await groupCount();
  const { owner } = served.catalogue.database;
  const blocker = await owner.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT tenancy.change_structure($1)', [served.organizationId]);
  served.logged.splice(0);
  const client = new AbortController();
  const asked = fetch(`${listening.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${served.token}` },
    body: JSON.stringify({ query: CREATE, variables: { code: 'trial', dryRun: true } }),
    signal: client.signal,
  });
  const waiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
  await vi.waitUntil(async () => (await owner.query(waiting)).rowCount === 1, { timeout: 10_000 });

  client.abort();
  await expect(asked).rejects.toThrow('aborted');
  await blocker.query('COMMIT');
  blocker.release();
  // The request is logged when its handler is done.
  await vi.waitUntil(() => served.logged.some(({ message }) => message === 'request'), { timeout: 10_000 });
  await listening.close();
  expect([await groupCount(), await openTransactions()]).toEqual([before, 0]);
});

test('says nothing of a dry run when one of several fields is none', async () => {
  const { headers } = await served.graphql(`mutation {
    a: deleteLocale(code: "xx_XX", dryRun: true) { __typename }
    b: deleteLocale(code: "xx_XX") { __typename }
  }`);
  expect(headers.has('dry-run')).toBe(false);
});

test('gives a repeated request with the same key one effect and says so', async () => {
  const send = () =>
    served.graphql(CREATE, { variables: { code: 'media' }, headers: { 'idempotency-key': 'k-1' } });
  const [first, second] = [await send(), await send()];
  expect([first.headers.has('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
    false,
    'true',
  ]);
  expect(second.data).toEqual(first.data);
  expect(first.data).toMatchObject({ createAttributeGroup: { outcome: 'CREATED' } });
});

test('refuses a key that was used for another request', async () => {
  const send = (code: string) =>
    served.graphql(CREATE, { variables: { code }, headers: { 'idempotency-key': 'k-2' } });
  await send('technical');
  expect((await send('marketing')).data).toMatchObject({
    createAttributeGroup: { code: 'idempotency-key-reused', status: 422 },
  });
});

test.each([
  ['a query', '{ __typename }', 'k'],
  [
    'two mutations',
    'mutation { a: deleteLocale(code: "xx_XX") { __typename } b: deleteLocale(code: "xx_XX") { __typename } }',
    'k',
  ],
  ['a key of 256 characters', 'mutation { deleteLocale(code: "xx_XX") { __typename } }', 'k'.repeat(256)],
])('refuses an Idempotency-Key with %s', async (_what, document, key) => {
  const { status, data, errors } = await served.graphql(document, { headers: { 'idempotency-key': key } });
  expect([status, data, errors.map(({ extensions }) => extensions)]).toMatchObject([
    400,
    undefined,
    [{ code: 'invalid-parameter', header: 'Idempotency-Key' }],
  ]);
});

test('answers refusals as data', async () => {
  const { status, data, errors } = await served.graphql(CREATE, { variables: { code: 'with blanks' } });
  expect([status, errors, data]).toMatchObject([
    200,
    [],
    { createAttributeGroup: { __typename: 'ValidationFailed', code: 'validation-failed', status: 422 } },
  ]);
});
