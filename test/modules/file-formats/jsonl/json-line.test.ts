// Risk: a line of JSON says that links go, and they stay without a word.
import { expect, test } from 'vitest';
import { FILE_FORMATS } from '../../../../src/modules/file-formats/columns/file-format.ts';
import { readLine } from '../../../../src/modules/file-formats/jsonl/json-line.ts';

test('null removes the links of a type that is named, and is refused for all types', () => {
  const read = (associations: unknown) => {
    const { item, problems } = readLine({ sku: 'LAMP', associations } as never, FILE_FORMATS.products);
    return [item.links, problems.map(({ code, path }) => `${code} ${path.join('.')}`)];
  };
  expect(read({ UPSELL: { products: null } })).toEqual([[{ type: 'UPSELL', to: 'products', set: null }], []]);
  expect(read(null)).toEqual([[], ['wrong-type associations']]);
  expect(read({})).toEqual([[], []]);
});
