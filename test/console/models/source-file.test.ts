// Risk: umlauts of a file that Excel wrote are read as other characters, or refused row by row.
import { expect, test } from 'vitest';
import { isUnicode } from '../../../src/console/pages/imports/source-file.ts';

const file = (...bytes: readonly (string | number)[]) =>
  new File(
    bytes.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part)),
    'a.csv',
  );

test.each([
  ['UTF-8', file('sku;Größe\n'), true],
  ['another encoding', file('sku;Gr', 0xf6, 0xdf, 'e\n'), false],
  ['UTF-16 with a mark', file('', 0xff, 0xfe, 's', 0), true],
  ['nothing', file(), true],
])('a file in %s', async (_what, given, expected) => {
  expect(await isUnicode(given)).toBe(expected);
});
