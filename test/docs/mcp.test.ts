// Risk: somebody sets an agent up by the guide to MCP and gets something else than it says.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { runGuide } from './run-guide.ts';

let served: ServedProgram;
let server: { readonly url: string; close(): Promise<void> };
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  server = await served.listen();
}, 60_000);
afterAll(async () => {
  await server.close();
  await served.close();
});

test('every block of the guide to MCP runs and answers what it says', async () => {
  await runGuide('docs/mcp.md', { URL: server.url, TOKEN: served.token });
}, 90_000);

test('the guide names every tool there is, and no other', async () => {
  const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  const { tools } = JSON.parse(await read('schema/mcp-tools.json')) as { tools: { name: string }[] };
  const named = [...(await read('docs/mcp.md')).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  for (const path of ['README.md', 'docs/mcp.md', 'docs/comparison.md']) {
    const counts = [...(await read(path)).matchAll(/\b(\d+) (?:MCP |\[)?tools\b/g)].map(([, count]) =>
      Number(count),
    );
    expect([path, ...new Set(counts)]).toEqual([path, tools.length]);
  }
});
