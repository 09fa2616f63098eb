// Risk: somebody starts with a catalogue of their own in mind and finds ours in it.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEmptyDatabase } from '../support/postgres-server.ts';
import { ask, runProgram } from './program.ts';

vi.setConfig({ testTimeout: 120_000 });

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('DEMO=none starts with an organization without products, channels and attribute sets', async () => {
  const program = runProgram(['start'], {
    DATABASE_URL: database.connectionString,
    SECRET: 'a secret for tests, forty characters long',
    DEMO: 'none',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
  });
  await program.printed('Catalograph is ready.');
  const banner = program.output().stdout;
  const [, token = ''] = /^ {2}Token {6}(pim_\w+)$/m.exec(banner) ?? [];
  const url = (/GraphiQL {3}(\S+)\/graphql/.exec(banner)?.[1] ?? '').replace('localhost', '127.0.0.1');
  const query = '{ me { role } organization { name } ROOMS }'.replace(
    'ROOMS',
    ['products', 'channels', 'attributeSets'].map((room) => `${room}(first: 1) { nodes { id } }`).join(' '),
  );
  expect(await ask(url, token, query)).toEqual({
    me: { role: 'OWNER' },
    organization: { name: 'Main' },
    products: { nodes: [] },
    channels: { nodes: [] },
    attributeSets: { nodes: [] },
  });
  program.child.kill('SIGTERM');
  expect([await program.ended, program.output().stderr]).toEqual([0, '']);
});
