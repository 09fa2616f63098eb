// Risk: the package works in its own folder alone: not among other packages, not on the Node that people have, not
// without the tools of development; or it grows until nobody wants to install it.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findProductionPackages, type Lockfile } from '../../src/tools/lockfile.ts';
import { makeServerDir } from '../support/postgres-server.ts';
import { ask, readAccess, runProgram } from './program.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const MEBIBYTE = 2 ** 20;
/** What the README says. */
const LIMIT_MEBIBYTES = 352;

const runFile = promisify(execFile);

let dir: Awaited<ReturnType<typeof makeServerDir>>;
let installed: string;
let bin: string;
/** Pretends to be Node 20 to what it is loaded before. */
let older: string;

/** What `npm pack` makes, with the packages of production; they are copied from here instead of fetched. */
beforeAll(async () => {
  dir = await makeServerDir();
  installed = join(dir.dir, 'node_modules', 'catalograph');
  await mkdir(installed, { recursive: true });
  await runFile('npm', ['pack', '--pack-destination', dir.dir], { cwd: TOP });
  const [tarball = ''] = (await readdir(dir.dir)).filter((name) => name.endsWith('.tgz'));
  await runFile('tar', ['xzf', join(dir.dir, tarball), '--strip-components=1', '-C', installed]);
  const lockfile = JSON.parse(await readFile(join(installed, 'npm-shrinkwrap.json'), 'utf8')) as Lockfile;
  for (const path of findProductionPackages(lockfile)) {
    const own = join(TOP, path);
    const filter = (file: string) => !file.startsWith(join(own, 'node_modules'));
    if (existsSync(own)) await cp(own, join(installed, path), { recursive: true, filter });
  }
  await runFile(process.execPath, [join(installed, 'src/tools/trim-install.mjs')]);
  bin = join(installed, 'src/bin/catalograph.cjs');
  older = join(dir.dir, 'older.cjs');
  await writeFile(older, "Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } });");
});
afterAll(() => dir.remove());

const run = (script: string, ...options: string[]) =>
  runFile(process.execPath, [...options, script, 'api'], {
    cwd: dir.dir,
    env: { PATH: process.env.PATH, PORT: 'x' },
  })
    .then(() => ({ code: 0, stdout: '', stderr: '' }))
    .catch((end: { code: number; stdout: string; stderr: string }) => {
      const { code, stdout, stderr } = end;
      return { code, stdout, stderr };
    });
const REFUSED = {
  code: 78,
  stdout: '',
  stderr: "The environment is not valid: PORT must be a whole number from 0 to 65535, not 'x'.\n",
};

test('the command works in its own folder and answers the status of the program', async () => {
  expect(await run(join(TOP, 'src/bin/catalograph.cjs'))).toEqual(REFUSED);
});

test('the command works from an installed package', async () => {
  expect(await run(bin)).toEqual(REFUSED);
});

// npm brings a Node along on Linux and Windows.
test.runIf(process.platform !== 'darwin')('an older Node runs it on the one that npm brought', async () => {
  expect(await run(bin, '--require', older)).toEqual(REFUSED);
});

test('an installed package starts, answers and serves its pages', async () => {
  const dataDir = join(dir.dir, 'data');
  const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' };
  const program = runProgram(['start'], environment, { script: bin });
  await program.printed('Catalograph is ready.');
  const { token } = await readAccess(dataDir);
  const url = /http:\/\/localhost:\d+/.exec(program.output().stdout)?.[0] ?? '';
  expect(await ask(url, token, '{ product(ref: "LO-WREN") { label } }')).toEqual({
    product: { label: 'Wren table lamp' },
  });
  for (const path of ['/', '/graphql', '/docs']) {
    const page = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
    const files = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)];
    expect([page.status, files.length > 0], path).toEqual([200, true]);
    for (const [, file] of files) expect((await fetch(`${url}${file}`)).status, file).toBe(200);
  }
  program.child.kill('SIGTERM');
  await program.ended;
});

test(`takes at most ${LIMIT_MEBIBYTES} MiB`, async () => {
  const sizes = await Promise.all(
    (await readdir(installed, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).blocks * 512),
  );
  const mebibytes = sizes.reduce((sum, size) => sum + size, 0) / MEBIBYTE;
  expect(Math.round(mebibytes)).toBeLessThanOrEqual(LIMIT_MEBIBYTES);
});
