// Risk: a package that only one test needs cannot be installed when that test runs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { installOnDemand } from '../../src/tools/on-demand.ts';

const FOLDER = fileURLToPath(new URL('../on-demand/', import.meta.url));
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(FOLDER, ...path), 'utf8'));

test.each(readdirSync(FOLDER))('the lockfile of %s is that of its package and names no registry', (name) => {
  const { dependencies } = readJson(name, 'package.json');
  const { packages } = readJson(name, 'package-lock.json');
  expect(packages[''].dependencies).toEqual(dependencies);
  for (const [dependency, version] of Object.entries(dependencies))
    expect(packages[`node_modules/${dependency}`].version).toBe(version);
  expect(Object.values<object>(packages).filter((entry) => 'resolved' in entry)).toEqual([]);
});

test('callers at the same time get the same folder, in which the package is', async () => {
  const folders = await Promise.all([installOnDemand('dclint'), installOnDemand('dclint')]);
  expect(new Set(folders).size).toBe(1);
  expect(existsSync(join(folders[0] ?? '', 'dclint', 'package.json'))).toBe(true);
});
