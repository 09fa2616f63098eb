// Risk: on a given database the commands start half-way, do each other's work, or do not say what is missing.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createEmptyDatabase } from '../support/postgres-server.ts';
import { createTestFolder } from '../support/test-folder.ts';
import { ask, runProgram } from './program.ts';

vi.setConfig({ testTimeout: 120_000 });

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let environment: Record<string, string>;
const dataDir = await createTestFolder();
beforeAll(async () => {
  database = await createEmptyDatabase();
  environment = {
    DATABASE_URL: database.connectionString,
    SECRET: 'a secret for tests, forty characters long',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    APPLICATION_POOL_SIZE: '4',
    DATA_DIR: dataDir.path,
  };
});
afterAll(async () => {
  await database.drop();
  await dataDir.remove();
});

const run = async (...parameters: string[]) => {
  const program = runProgram(parameters, environment);
  return { status: await program.ended, ...program.output() };
};
const addressIn = (text: string) => /http:\/\/\S+(?=\/graphql)/.exec(text)?.[0] ?? '';

test('lists every fault of the environment and exits 78', async () => {
  const program = runProgram(['start'], { PORT: 'http', SHUTDOWN_TIMEOUT_MS: '1s' });
  expect([await program.ended, program.output()]).toEqual([
    78,
    {
      stdout: '',
      stderr: [
        'The environment has 2 faults:',
        "  PORT must be a whole number from 0 to 65535, not 'http'",
        "  SHUTDOWN_TIMEOUT_MS must be a whole number from 100 to 600000, not '1s'",
        '',
      ].join('\n'),
    },
  ]);
});

test('documents all settings in its help', async () => {
  const { status, stdout } = await run('--help');
  expect(status).toBe(0);
  expect(stdout).toContain('  STATEMENT_TIMEOUT_MS = 5000\n      Maximum duration of one');
});

test.each(['api', 'worker'])('refuses to run %s on a database that was not migrated', async (command) => {
  const { status, stdout, stderr } = await run(command);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^The database lacks \d+ migrations of this release \(\w+ …\): run the command migrate first\.\n$/,
  );
});

test('says that a database is away', async () => {
  const program = runProgram(['api'], {
    ...environment,
    DATABASE_URL: 'postgresql://app:hunter2@127.0.0.1:1/pim',
  });
  expect([await program.ended, program.output().stderr]).toEqual([
    1,
    'The database at 127.0.0.1:1/pim cannot be reached (connect ECONNREFUSED 127.0.0.1:1): start it or correct DATABASE_URL.\n',
  ]);
});

test('migrates, and has nothing to do the second time', async () => {
  for (const _time of [1, 2]) {
    expect(await run('migrate')).toEqual({ status: 0, stdout: 'The database is up to date.\n', stderr: '' });
  }
});

test('says that there is no organization yet', async () => {
  expect(await run('token', 'create', '--name', 'Shop')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no organization yet: the command start makes the first one.\n',
  });
});

test('shows the first access once and keeps it nowhere', async () => {
  const first = runProgram(['start'], environment);
  await first.printed('Catalograph is ready.');
  const { stdout } = first.output();
  const token = /Token {6}(pim_\w+)/.exec(stdout)?.[1] ?? '';
  expect(stdout).toContain('  This is shown once: keep it.');
  expect(await ask(addressIn(stdout), token, '{ organization { name } }')).toEqual({
    organization: { name: 'Lumen & Oak (demo)' },
  });
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = runProgram(['start'], environment);
  await second.printed('Catalograph is ready.');
  expect(second.output().stdout).toContain(
    'Sign in as before; `npx catalograph token create` makes a new token.',
  );
  expect(second.output().stdout).not.toContain('pim_');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

test('imports a folder of Akeneo into the only organization, with progress apart from the report', async () => {
  const { path: folder, remove } = await createTestFolder();
  onTestFinished(remove);
  await writeFile(join(folder, 'products.csv'), 'sku;family\nlamp-1;\nlamp-2;\n');
  const { status, stdout, stderr } = await run('import', 'akeneo', folder);
  await remove();
  expect([status, stdout.split('\n').slice(0, 2), stderr.split('\n').slice(-2)]).toEqual([
    0,
    [
      '          rows  created  updated  unchanged  failed  skipped',
      'products     2        2        0          0       0        0',
    ],
    ['products: 2 of 2', ''],
  ]);
  expect(await run('import', 'akeneo', folder)).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no folder '${folder}'.\n`,
  });
  const stranger = await run('import', 'akeneo', folder, '--organization', 'Lamps');
  expect([stranger.status, stranger.stderr]).toEqual([
    1,
    "'Lamps' names 0 organizations: --organization with one of 'Lumen & Oak (demo)'.\n",
  ]);
});

test('makes a key of a storefront, of one that there is', async () => {
  const created = await run('key', 'create', '--storefront', 'demo', '--name', 'Shop');
  expect([created.status, created.stdout]).toEqual([1, '']);
  expect(created.stderr).toContain("'demo'");
});

test('answers in any number of api processes, which believe each other', async () => {
  const processes = [runProgram(['api'], environment), runProgram(['api'], environment)];
  for (const one of processes) await one.printed('Catalograph answers at ');
  const { stdout: token } = await run('token', 'create', '--name', 'Shop');
  for (const one of processes) {
    const answer = await ask(addressIn(one.output().stdout), token.trim(), '{ me { role } }');
    expect(answer).toEqual({ me: { role: 'OWNER' } });
  }
  for (const one of processes) one.child.kill('SIGTERM');
  for (const one of processes) expect(await one.ended).toBe(0);
});

test('keeps the ledger in partitions while the worker runs, until it is stopped', async () => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows: made } = await client.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'ledger.event'::regclass
     AND inhrelid <> 'ledger.event_default'::regclass`,
  );
  for (const { name } of made) await client.query(`DROP TABLE ${name}`);
  const worker = runProgram(['worker'], environment);
  await worker.printed('The worker runs.');
  const { rowCount } = await client.query(
    `SELECT FROM pg_inherits WHERE inhparent = 'ledger.event'::regclass`,
  );
  await client.end();
  expect([made.length, rowCount]).toEqual([4, 5]);
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
});

test('refuses pools that the server has no room for', async () => {
  const program = runProgram(['api'], { ...environment, APPLICATION_POOL_SIZE: '500' });
  expect([await program.ended, program.output().stderr]).toEqual([
    1,
    expect.stringContaining(`${new URL(inject('postgresServerUrl')).host}`),
  ]);
  expect(program.output().stderr).toContain('and this process needs 524: raise max_connections or lower');
});
