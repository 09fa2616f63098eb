// Risk: a token goes on reading or writing after it was revoked, has ended, or its person has left or lost their role.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeAccessToken } from '../../src/modules/access-token/index.ts';
import { openUserSession } from '../../src/modules/organization/index.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

const WRITE = 'mutation ($code: String!) { createCategory(input: { code: $code }) { __typename } }';
const TRY = WRITE.replace('code: $code }', 'code: $code }, dryRun: true');
const READ = '{ locales { totalCount } me { user { email } } }';

const tokenId = (token: string) => {
  const prefix = token.slice(0, 8);
  return ask<{ id: string }>('SELECT id FROM public.access_token WHERE starts_with($1, prefix) LIMIT 1', [
    prefix,
  ]).then(([row]) => row?.id ?? '');
};
async function ask<Row extends object>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await served.catalogue.database.owner.query<Row>(sql, parameters)).rows;
}
const events = async () =>
  (await ask<{ last: string }>('SELECT last_sequence AS last FROM ledger.counter'))[0]?.last;

/** What makes a token unfit, and what its next request is told. */
const ends: readonly {
  readonly what: string;
  readonly code: string;
  readonly status: number;
  readonly end: (token: string) => Promise<unknown>;
}[] = [
  {
    what: 'was revoked',
    code: 'revoked-token',
    status: 401,
    async end(token) {
      const origin = { door: 'console', requestId: 'test' } as const;
      const { database, runner } = served.catalogue;
      const owner = await openUserSession(
        database.owner,
        served.organizationId,
        served.ownerOfIt.email,
        origin,
      );
      if (owner === null) throw new Error('The owner is missing.');
      await runner.write(owner, revokeAccessToken, {
        id: `tok_${(await tokenId(token)).replaceAll('-', '')}`,
      });
    },
  },
  {
    what: 'has ended',
    code: 'expired-token',
    status: 401,
    end: async (token) =>
      ask(`UPDATE public.access_token SET expires_at = now() - interval '1 second' WHERE id = $1`, [
        await tokenId(token),
      ]),
  },
  {
    what: 'was deleted',
    code: 'invalid-token',
    status: 401,
    end: async (token) => ask('DELETE FROM public.access_token WHERE id = $1', [await tokenId(token)]),
  },
];

test.each(ends)(
  'a token that $what is told so at its next request, and nothing happens',
  async ({ code, status, end }) => {
    const token = await served.mint();
    expect((await served.graphql(READ, { as: token })).errors).toEqual([]);
    await end(token);
    const before = await events();
    // Every process hears of it by a notification; until then the token may still be taken for good.
    await expect.poll(async () => (await served.graphql(READ, { as: token })).status).toBe(status);
    for (const [query, variables] of [
      [WRITE, { code: 'kept' }],
      [READ, {}],
      ['{ __typename }', {}],
    ] as const) {
      const { data, errors, headers, ...answer } = await served.graphql(query, { variables, as: token });
      expect({ status: answer.status, data, codes: errors.map(({ extensions }) => extensions.code) }).toEqual(
        {
          status,
          data: undefined,
          codes: [code],
        },
      );
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
    expect(await events()).toBe(before);
  },
);

test.each([
  [
    'a letter is another',
    (token: string) => `${token.slice(0, 20)}${token[20] === 'a' ? 'b' : 'a'}${token.slice(21)}`,
  ],
  ['it is cut', (token: string) => token.slice(0, -1)],
  ['it is longer', (token: string) => `${token}0`],
  ['it is in capitals', (token: string) => token.toUpperCase()],
])('a token of which %s is nobody', async (_how, forge) => {
  const { status, data, errors } = await served.graphql(READ, { as: forge(served.token) });
  expect({ status, data, codes: errors.map(({ extensions }) => extensions.code) }).toEqual({
    status: 401,
    data: undefined,
    codes: ['invalid-token'],
  });
});

test('a token loses what its person loses, and all when they leave', async () => {
  const token = await served.mint();
  const write = async (code: string, document = WRITE) => {
    const { errors } = await served.graphql(document, { variables: { code }, as: token });
    return errors[0]?.extensions.code ?? 'done';
  };
  // Heard of by a notification: asked without effect until it is there.
  const isToldSoon = (code: string) => expect.poll(() => write('tried', TRY)).toBe(code);
  expect(await write('kept')).toBe('done');
  await ask(`UPDATE auth."member" SET "role" = 'viewer' WHERE "organizationId" = $1`, [
    served.organizationId,
  ]);
  await isToldSoon('role-forbidden');
  expect(await write('refused')).toBe('role-forbidden');
  expect((await served.graphql(READ, { as: token })).errors).toEqual([]);
  await ask('DELETE FROM auth."member" WHERE "organizationId" = $1', [served.organizationId]);
  await isToldSoon('revoked-token');
  expect(await write('refused')).toBe('revoked-token');
  const codes = await ask(`SELECT code FROM public.category WHERE code IN ('kept', 'tried', 'refused')`);
  expect(codes).toEqual([{ code: 'kept' }]);
});
