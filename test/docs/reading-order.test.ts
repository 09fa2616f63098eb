// Risk: somebody pastes the commands of the guides one after the other, and one of them fails or answers nothing.

import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MAIN, type RunningProgram, runProgram } from '../main/program.ts';
import { makeServerDir } from '../support/postgres-server.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const FIRST = ['README.md', 'docs/getting-started.md'];
/** What the test has done already or another does (installed.test.ts), what replaces its database, and what is for the environment of a process. */
const NOT_RUN = [
  /^npm ci && npm (start|test|pack)$/,
  /npm ci --omit=dev/,
  /^mkdir catalograph && tar xzf /,
  /^npx catalograph start$/,
  /-- restore /,
  /^OTEL_/,
];
/** Guides that show refusals have tests of their own, which hold each answer against the guide. */
const WITH_REFUSALS: ReadonlySet<string> = new Set(['docs/rest.md', 'docs/mcp.md']);

let dir: Awaited<ReturnType<typeof makeServerDir>>;
let program: RunningProgram;
let url: string;
beforeAll(async () => {
  dir = await makeServerDir();
  program = runProgram(['start'], { DATA_DIR: join(dir.dir, 'data'), PORT: '0', LOG_LEVEL: 'warn' });
  await program.printed('Catalograph is ready.');
  url = /REST {7}(\S+)\/docs/.exec(program.output().stdout)?.[1] ?? '';
  // What readers have beside them in the folder of the repository, and of their own.
  await symlink(fileURLToPath(new URL('../../examples', import.meta.url)), join(dir.dir, 'examples'));
  await mkdir(join(dir.dir, 'path/to/folder'), { recursive: true });
  await writeFile(join(dir.dir, 'path/to/folder/products.csv'), 'sku,family\nAK-1,\n');
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  await dir.remove();
});

async function readBlocks(): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const top = new URL('../../', import.meta.url);
  const guides = (await readdir(new URL('docs/', top))).filter((name) => name.endsWith('.md')).sort();
  const paths = [...new Set([...FIRST, ...guides.map((name) => `docs/${name}`)])];
  const pages = await Promise.all(paths.map((path) => readFile(new URL(path, top), 'utf8')));
  return pages.flatMap((page, index) =>
    [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, text = '']) => ({
      path: paths[index] ?? '',
      text: text
        .split('\n')
        .map((line) => line.replace(/^ {3}(?=npm )/, ''))
        .filter((line) => !NOT_RUN.some((pattern) => pattern.test(line)))
        .join('\n'),
    })),
  );
}

test('every command of README and guides works in reading order in one shell', async () => {
  const blocks = await readBlocks();
  expect(blocks.length).toBeGreaterThan(30);
  const commands = blocks.map(({ text }, index) =>
    text
      .replaceAll('http://localhost:4000', url)
      .replace(/npm run (--silent )?catalograph --/g, 'catalograph')
      // A subscription never ends by itself.
      .replace(/^curl -sN (.*\n.*\n.*)$/gm, 'timeout 3 curl -sN $1 || [ $? = 124 ]')
      .concat(`\necho '--- ${index} ---'\n`),
  );
  const script = [
    'set -euo pipefail',
    `catalograph() { DATA_DIR="$PWD/data" LOG_LEVEL=warn '${process.execPath}' '${MAIN}' "$@"; }`,
    ...commands,
  ].join('\n');
  const run = promisify(execFile)('bash', ['-c', script], { cwd: dir.dir, timeout: 280_000 });
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout.slice(-1_000)}\n${error.stderr}`);
  });
  const outputs = stdout.split(/--- \d+ ---\n/);
  expect(outputs).toHaveLength(blocks.length + 1);
  const refused = blocks
    .map(({ path, text }, index) => ({ path, text, output: outputs[index] ?? '' }))
    .filter(({ path }) => !WITH_REFUSALS.has(path))
    .filter(({ output }) => /\/problems\/|"errors":\[\{|:\{\}/.test(output));
  expect(refused).toEqual([]);
  expect(outputs[blocks.findIndex(({ text }) => text.includes('mutation'))]).toContain(
    '"updateProduct":{"outcome":"UPDATED","product":{"sku":"LO-WREN","label":"Wren reading lamp"',
  );
});
