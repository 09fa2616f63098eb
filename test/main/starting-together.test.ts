// Risk: of two programs that are started on a new database at the same moment, one fails or makes everything twice.

import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEmptyDatabase } from '../support/postgres-server.ts';
import { ask, runProgram } from './program.ts';

vi.setConfig({ testTimeout: 240_000 });

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('both start on an empty database, one of them makes the first organization and tells how to get in', async () => {
  const environment = {
    DATABASE_URL: database.connectionString,
    SECRET: 'a secret for tests, forty characters long',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    APPLICATION_POOL_SIZE: '2',
    SHOP_POOL_SIZE: '1',
    OWNER_POOL_SIZE: '2',
    AUTHENTICATION_POOL_SIZE: '1',
  };
  const programs = [1, 2].map(() => runProgram(['start'], environment));
  await Promise.all(programs.map((program) => program.printed('Catalograph is ready.')));
  const banners = programs.map((program) => program.output().stdout);
  const tokens = banners.map((banner) => /^ {2}Token {6}(pim_\w+)$/m.exec(banner)?.[1]);
  expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
  // The token of the one is good at both.
  const token = tokens.find((one) => one !== undefined) ?? '';
  for (const banner of banners) {
    const url = (/GraphiQL {3}(\S+)\/graphql/.exec(banner)?.[1] ?? '').replace('localhost', '127.0.0.1');
    expect(await ask(url, token, '{ me { role } product(ref: "LO-WREN") { label } }')).toEqual({
      me: { role: 'OWNER' },
      product: { label: 'Wren table lamp' },
    });
  }
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query('SELECT name FROM public.organization');
  await client.end();
  expect(rows).toEqual([{ name: 'Lumen & Oak (demo)' }]);
  for (const { child } of programs) child.kill('SIGTERM');
  expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(programs.map((program) => program.output().stderr)).toEqual(['', '']);
});
