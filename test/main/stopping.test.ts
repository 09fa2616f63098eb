// Risk: a deploy cuts off requests, a process cannot be stopped, or one in an unknown state goes on.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../support/postgres-server.ts';
import { createTestFolder } from '../support/test-folder.ts';
import { type RunningProgram, runProgram } from './program.ts';

vi.setConfig({ testTimeout: 120_000 });

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
const dataDir = await createTestFolder();
afterAll(async () => {
  await database.drop();
  await dataDir.remove();
});

async function startApi(more: Record<string, string>): Promise<{ program: RunningProgram; url: string }> {
  const program = runProgram(['api'], {
    DATABASE_URL: database.connectionString,
    SECRET: 'a secret for tests, forty characters long',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir.path,
    ...more,
  });
  // One that a failed test leaves would run on.
  onTestFinished(() => void program.child.kill('SIGKILL'));
  await program.printed('Catalograph answers at ');
  return { program, url: /http:\/\/\S+(?=\/graphql)/.exec(program.output().stdout)?.[0] ?? '' };
}

test('turns load balancers away first while it still answers, then stops with status 0', async () => {
  const { program, url } = await startApi({ SHUTDOWN_DELAY_MS: '3000' });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  program.child.kill('SIGTERM');
  await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 503, { timeout: 2_500 });
  const answer = await fetch(`${url}/graphql?query={__typename}`);
  expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
  expect([await program.ended, program.output().stderr]).toEqual([0, '']);
});

test('ends at once at a second signal', async () => {
  const { program } = await startApi({ SHUTDOWN_DELAY_MS: '60000', SHUTDOWN_TIMEOUT_MS: '90000' });
  let status: unknown;
  void program.ended.then((end) => {
    status = end;
  });
  await vi.waitUntil(
    () => {
      program.child.kill('SIGTERM');
      return status !== undefined;
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(status).toBe(1);
});

test('takes the signal that a terminal and npm both send for one', async () => {
  const { program } = await startApi({});
  program.child.kill('SIGINT');
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
});

test('cuts closing short after the time for it', async () => {
  const { program } = await startApi({ SHUTDOWN_DELAY_MS: '60000', SHUTDOWN_TIMEOUT_MS: '1000' });
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.output().stderr).toContain('closing took too long and was cut short');
});

test.each([
  ['an error that nobody caught', 'setTimeout(() => { throw new Error("boom") }, 1)'],
  ['a promise that nobody waited for', 'void Promise.reject(new Error("boom"))'],
])('logs %s and exits 1', async (_what, statement) => {
  const root = new URL('../../src/', import.meta.url);
  const script = `
    import { runUntilStopped } from '${new URL('commands/run-until-stopped.ts', root)}';
    import { createLog } from '${new URL('platform/log.ts', root)}';
    await runUntilStopped({ log: createLog('info'), timeoutMs: 60_000 }, async () => {
      setInterval(() => undefined, 60_000);
      ${statement};
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const [status] = await once(child, 'close');
  expect([status, JSON.parse(stderr)]).toMatchObject([
    1,
    { level: 60, msg: 'an error that nobody caught', err: { message: 'boom' } },
  ]);
});
