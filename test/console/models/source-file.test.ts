// Risk: umlauts of a file that Excel wrote are read as other characters, or refused row by row.
import { expect, test } from 'vitest';
import { detectEncoding } from '../../../src/console/pages/imports/source-file.ts';

const file = (...bytes: readonly (string | number)[]) =>
  new File(
    bytes.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part)),
    'a.csv',
  );

test.each([
  ['UTF-8', file('sku;Größe\n'), null],
  ['Windows-1252', file('sku;Gr', 0xf6, 0xdf, 'e\n'), 'WINDOWS_1252'],
  ['UTF-16 with a mark', file('', 0xff, 0xfe, 's', 0), null],
  ['nothing', file(), null],
])('a file in %s', async (_what, given, encoding) => {
  expect(await detectEncoding(given)).toBe(encoding);
});
