// Risk: the first minutes fail: no start without set-up, data gone after a stop or crash, words nobody understands.

import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeServerDir } from '../support/postgres-server.ts';
import {
  ask,
  type DevAccess,
  type RunningProgram,
  readAccess,
  runProgram,
  SOURCE_PROGRAM,
} from './program.ts';

let dir: Awaited<ReturnType<typeof makeServerDir>>;
let environment: Record<string, string>;
vi.setConfig({ testTimeout: 120_000 });

let program: RunningProgram;
let access: DevAccess;

const READY = 'Catalograph is ready.';
const start = async () => {
  program = runProgram(['start'], environment, { script: SOURCE_PROGRAM });
  await program.printed(READY);
};
const CREATE = 'mutation { createAttributeGroup(input: { code: "kept" }) { __typename } }';
const READ = '{ me { role } attributeGroup(code: "kept") { code } product(ref: "LO-WREN") { label } }';
const KEPT = {
  me: { role: 'OWNER' },
  attributeGroup: { code: 'kept' },
  product: { label: 'Wren table lamp' },
};

beforeAll(async () => {
  dir = await makeServerDir();
  // A port of its own for the whole journey, so that the address stays the same.
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  environment = { DATA_DIR: join(dir.dir, 'data'), PORT: String(port), LOG_LEVEL: 'warn' };
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  await dir.remove();
});

test('starts on an empty folder and says how to get in', async () => {
  await start();
  access = await readAccess(environment.DATA_DIR ?? '');
  const file = join(environment.DATA_DIR ?? '', 'dev-access.json');
  expect(access).toEqual({
    url: `http://localhost:${environment.PORT}`,
    email: 'owner@example.com',
    password: expect.stringMatching(/^[\w-]{16}$/),
    token: expect.stringMatching(/^pim_[0-9A-Za-z]{42}$/),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(program.output().stdout).toBe(
    [
      '',
      'Catalograph is ready.',
      '',
      `  Console    ${access.url}/`,
      `  GraphiQL   ${access.url}/graphql`,
      `  REST       ${access.url}/docs`,
      `  MCP        ${access.url}/_mcp`,
      `  E-mail     ${access.email}`,
      `  Password   ${access.password}`,
      `  Token      ${access.token}`,
      '',
      `  Also in ${file}. Ctrl-C stops; all data stays.`,
      '',
      '',
    ].join('\n'),
  );
  expect(program.output().stderr).toBe('');
});

test('answers the holder of that token, and signs the owner in with that password', async () => {
  expect(await ask(access.url, access.token, CREATE)).toMatchObject({ createAttributeGroup: {} });
  expect(await ask(access.url, access.token, READ)).toEqual(KEPT);
  const signIn = await fetch(`${access.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: access.url },
    body: JSON.stringify({ email: access.email, password: access.password }),
  });
  expect([signIn.status, await signIn.json()]).toMatchObject([200, { user: { email: access.email } }]);
});

test('listens on this machine alone', async () => {
  const { networkInterfaces } = await import('node:os');
  const others = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one !== undefined && one.family === 'IPv4' && !one.internal ? [one.address] : []));
  for (const address of others) {
    await expect(fetch(`http://${address}:${environment.PORT}/livez`), address).rejects.toThrow(
      'fetch failed',
    );
  }
});

test('makes another token for whoever has the machine, beside the running server', async () => {
  const command = runProgram(
    ['token', 'create', '--name', 'Shop', '--scopes', 'attributes:read'],
    environment,
  );
  expect(await command.ended).toBe(0);
  expect(command.output()).toEqual({ stdout: expect.stringMatching(/^pim_[0-9A-Za-z]{42}\n$/), stderr: '' });
  const token = command.output().stdout.trim();
  expect(await ask(access.url, token, '{ me { scopes } }')).toEqual({ me: { scopes: ['attributes:read'] } });
  const wrong = runProgram(['token', 'create', '--name', 'Shop', '--scopes', 'attribute:read'], environment);
  expect([await wrong.ended, wrong.output().stdout]).toEqual([1, '']);
  expect(wrong.output().stderr).toBe(
    "There is no scope 'attribute:read'. Did you mean 'attributes:read' or 'attributes:write'?\n",
  );
});

test('refuses a second start on the same port in one sentence and touches nothing', async () => {
  const elsewhere = join(dir.dir, 'elsewhere');
  const second = runProgram(['start'], { ...environment, DATA_DIR: elsewhere });
  expect([await second.ended, second.output()]).toEqual([
    1,
    {
      stdout: '',
      stderr: `Port ${environment.PORT} is already in use. Set PORT to another port or stop the program that uses it.\n`,
    },
  ]);
  await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
});

test('stops at SIGTERM with status 0 and the database with it', async () => {
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.output().stderr).toBe('');
  await expect(fetch(`${access.url}/livez`)).rejects.toThrow('fetch failed');
  await expect(stat(join(environment.DATA_DIR ?? '', 'postgres/cluster/postmaster.pid'))).rejects.toThrow(
    'ENOENT',
  );
});

test('starts again on what is there, with the same access', async () => {
  await start();
  expect(await readAccess(environment.DATA_DIR ?? '')).toEqual(access);
  expect(program.output().stdout).toContain(access.token);
  expect(await ask(access.url, access.token, READ)).toEqual(KEPT);
});

test('comes back after kill -9', async () => {
  program.child.kill('SIGKILL');
  expect(await program.ended).toBe('SIGKILL');
  await start();
  expect(await readAccess(environment.DATA_DIR ?? '')).toEqual(access);
  expect(await ask(access.url, access.token, READ)).toEqual(KEPT);
});

test('takes up again a first start that was killed before it had a token', async () => {
  program.child.kill('SIGKILL');
  await program.ended;
  const { token, ...unfinished } = access;
  await writeFile(join(environment.DATA_DIR ?? '', 'dev-access.json'), JSON.stringify(unfinished));
  await start();
  const again = await readAccess(environment.DATA_DIR ?? '');
  expect({ ...again, token }).toEqual(access);
  expect(again.token).not.toBe(token);
  expect(await ask(access.url, again.token, READ)).toEqual(KEPT);
});

test('stops at Ctrl-C as well', async () => {
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
});
