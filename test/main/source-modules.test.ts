// Risk: Node refuses a module that a bundle has, which most tests of started programs run, and a command does not start.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
/** Parts that run in a browser, build the program, or are the program. */
const OTHERS = /^(console|tools|bin)\/|^main\.ts$/;

/** Modules that the program loads when it needs them; together they import all others. */
const loadedLater = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !OTHERS.test(name))
  .flatMap((name) => {
    const imports = readFileSync(join(SOURCES, name), 'utf8').matchAll(/\bimport\('(\.[^']+\.ts)'\)/g);
    return [...imports].map(([, path = '']) => pathToFileURL(join(SOURCES, dirname(name), path)).href);
  });

test('Node loads each module that a command or a setting needs', async () => {
  expect(loadedLater.filter((url) => url.includes('/src/commands/')).length).toBeGreaterThan(10);
  const script = `for (const url of ${JSON.stringify([...new Set(loadedLater)])}) await import(url); process.exit()`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env.PATH },
  });
  expect(await run).toEqual({ stdout: '', stderr: '' });
});
