// Risk: somebody follows the walk through REST and gets something else than it says.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedCatalogue, serveCatalogue } from '../support/served-catalogue.ts';

const guide = await readFile(new URL('../../docs/rest.md', import.meta.url), 'utf8');
/** The code blocks of the guide in their order. */
const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}));
const MARK = '--- end of block ---';

let served: ServedCatalogue;
let server: { readonly url: string; close(): Promise<void> };
beforeAll(async () => {
  served = await serveCatalogue();
  await served.seedDemo();
  server = await served.listen();
}, 60_000);
afterAll(async () => {
  await server.close();
  await served.close();
});

test('every block of the guide to REST runs and answers what it says', async () => {
  const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => `${text}\necho '${MARK}'\n`);
  const script = `set -euo pipefail\n${commands.join('')}`;
  const env = { ...process.env, URL: server.url, TOKEN: served.token };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { env, timeout: 60_000 });
  expect(stderr).toBe('');
  const outputs = stdout.split(`${MARK}\n`).map((output) => output.trim());
  let ran = -1;
  for (const { kind, text } of blocks) {
    if (kind === 'sh') ran += 1;
    else if (kind === 'json') expect(JSON.parse(outputs[ran] ?? '')).toEqual(JSON.parse(text));
    else expect(outputs[ran]).toBe(text.trim());
  }
  expect(ran).toBe(commands.length - 1);
  expect(outputs.join('\n')).not.toContain('internal-error');
}, 90_000);
