// Risk: a module is added, renamed or removed, and a newcomer does not find it on the map.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const architecture = await readFile(new URL('docs/architecture.md', root), 'utf8');
const [, map = ''] = /^## Map of the modules$([\s\S]*?)^## /m.exec(architecture) ?? [];
const rows = [...map.matchAll(/^\| (\w*) ?\| `([^`]+)` \| (.+) \|$/gm)];

test('each module stands on the map of the architecture once, and nothing else does', async () => {
  const entries = await readdir(new URL('src/modules/', root), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(rows.map(([, , module]) => module).sort()).toEqual(folders.sort());
});

test('the map has seven groups', () => {
  const groups = rows.map(([, group]) => group).filter((group) => group !== '');
  expect(groups).toEqual(['Access', 'Catalogue', 'Content', 'Search', 'Flows', 'Events', 'Delivery']);
});
