// Risk: a test gets a larger size on demand, and no long run ever asks for it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LONG_TESTS, sizesOf } from '../../src/tools/long-tests.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
/** A number that a test reads is a size, but for the seed. */
const SIZE = /Number\(process\.env\.(\w+)/g;

const sizesIn = (file: string) =>
  [...readFileSync(join(TOP, file), 'utf8').matchAll(SIZE)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'TEST_SEED')
    .sort();

test('the long run names every size that a test reads, and no other', () => {
  const files = readdirSync(join(TOP, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts') && sizesIn(name).length > 0);
  expect(Object.fromEntries(LONG_TESTS.map(({ file, sizes }) => [file, Object.keys(sizes).sort()]))).toEqual(
    Object.fromEntries(files.map((file) => [file, sizesIn(file)])),
  );
});

test('a share of a long run has a share of every size, one at least', () => {
  expect(sizesOf({ file: '', sizes: { KILLS: 50, ROWS: 1_000_000 } }, 0.01)).toEqual({
    KILLS: '1',
    ROWS: '10000',
  });
});
