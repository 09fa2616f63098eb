// Risk: the program works in its own folder alone: not as a package among others, and not on the Node that people have.

import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeServerDir } from '../support/postgres-server.ts';

vi.setConfig({ testTimeout: 240_000 });

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const SHIPPED = ['package.json', 'prisma', 'prisma.config.ts', 'schema', 'src', 'tsconfig.json'];

let dir: Awaited<ReturnType<typeof makeServerDir>>;
let bin: string;
beforeAll(async () => {
  dir = await makeServerDir();
  const modules = join(dir.dir, 'node_modules');
  await mkdir(modules);
  // As npm lays it out: the package among those that it needs, and nothing that was generated.
  const others = (await readdir(join(TOP, 'node_modules'))).filter((name) => name !== '.cache');
  await Promise.all(others.map((name) => symlink(join(TOP, 'node_modules', name), join(modules, name))));
  const filter = (path: string) => !path.includes('generated');
  for (const name of SHIPPED) {
    await cp(join(TOP, name), join(modules, 'catalograph', name), { recursive: true, filter });
  }
  bin = join(modules, 'catalograph/src/bin/catalograph.cjs');
});
afterAll(() => dir.remove());

const run = (script: string, ...options: string[]) =>
  promisify(execFile)(process.execPath, [...options, script, 'api'], {
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

test('the command works from an installed package, which makes its client by itself', async () => {
  expect(await run(bin)).toEqual(REFUSED);
});

// npm brings a Node along on Linux and Windows.
test.runIf(process.platform !== 'darwin')('an older Node runs it on the one that npm brought', async () => {
  const older = join(dir.dir, 'older.cjs');
  await writeFile(older, "Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } });");
  expect(await run(bin, '--require', older)).toEqual(REFUSED);
});
