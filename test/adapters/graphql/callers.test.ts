// Risk: somebody without a right reads or writes through GraphQL, or a right one is told nothing useful.
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

test('shows the schema to everybody', async () => {
  const { status, data, errors, cost } = await served.graphql(getIntrospectionQuery(), { as: null });
  expect([status, errors]).toEqual([200, []]);
  expect(data).toHaveProperty('__schema.queryType.name', 'Query');
  expect(cost).toEqual({ nodes: 1, maximumNodes: 10_000, depth: 1, used: 460, limit: 10_000 });
});

test.each([
  ['a field', '{ locales { totalCount } }'],
  ['a field beside the schema', '{ __typename locales { totalCount } }'],
  ['a field behind fragments', '{ ...A } fragment A on Query { ... on Query { locales { totalCount } } }'],
  ['a field that is skipped', '{ __typename locales @skip(if: true) { totalCount } }'],
  ['a change', 'mutation { deleteLocale(code: "de_DE") { __typename } }'],
])('answers 401 to nobody who asks for %s', async (_what, document) => {
  const { status, headers, data, errors } = await served.graphql(document, { as: null });
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(data).toBeUndefined();
  expect(errors).toEqual([
    {
      message: 'Send a token: Authorization: Bearer pim_…',
      extensions: {
        messageKey: 'token-required',
        params: {},
        code: 'missing-token',
        type: 'http://catalograph.test:4000/problems/missing-token',
        status: 401,
        requestId: headers.get('x-request-id'),
      },
    },
  ]);
});

test('refuses a token that is none, even for the schema', async () => {
  const { status, headers, errors } = await served.graphql('{ __typename }', { as: 'pim_nonsense' });
  expect([status, errors.map(({ extensions }) => extensions.code)]).toEqual([401, ['invalid-token']]);
  expect(headers.get('www-authenticate')).toBe(
    'Bearer error="invalid_token", error_description="This is not a token of this server."',
  );
});

test('answers what the token may see, names the scope of the rest and notes it in the audit', async () => {
  const token = await served.mint(['products:read']);
  const { status, data, errors } = await served.graphql('{ me { scopes } locales { totalCount } }', {
    as: token,
  });
  expect(status).toBe(200);
  expect(data).toEqual({ me: { scopes: ['products:read'] }, locales: null });
  expect(errors).toEqual([
    {
      message: 'Query.locales needs the scope settings:read.',
      locations: [{ line: 1, column: 17 }],
      path: ['locales'],
      extensions: {
        requiredScopes: ['settings:read'],
        tokenScopes: ['products:read'],
        role: 'owner',
        messageKey: 'insufficient-scope',
        params: { operation: 'Query.locales', allowed: 'settings:read' },
        code: 'insufficient-scope',
        type: 'http://catalograph.test:4000/problems/insufficient-scope',
        status: 403,
        requestId: expect.any(String),
      },
    },
  ]);
  const { rows } = await served.catalogue.database.owner.query(
    `SELECT data FROM public.audit_entry WHERE kind = 'scope.refused'`,
  );
  expect(rows).toMatchObject([{ data: { code: 'insufficient-scope', required_scopes: ['settings:read'] } }]);
});

test('lets a signed-in person read by cookie from anywhere and write from our own pages alone', async () => {
  const { email, password } = served.ownerOfIt;
  const signIn = await served.request('/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://catalograph.test:4000' },
    body: JSON.stringify({ email, password }),
  });
  expect(signIn.status).toBe(200);
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const read = await served.request(`/graphql?query=${encodeURIComponent('{ me { role } }')}`, {
    headers: { cookie },
  });
  expect(await read.json()).toMatchObject({ data: { me: { role: 'OWNER' } } });
  const post = (origin: string) =>
    served.graphql('{ me { role } }', { as: null, headers: { cookie, origin } });
  expect((await post('https://evil.example')).status).toBe(401);
  expect((await post('http://catalograph.test:4000')).status).toBe(200);
});
