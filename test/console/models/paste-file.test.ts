// Risk: a paste that becomes an import writes other cells than were pasted, or to other products.
import { expect, test } from 'vitest';
import { parseColumns } from '../../../src/console/catalogue/columns/column-spec.ts';
import { resolveColumn } from '../../../src/console/catalogue/columns/grid-column.ts';
import { toCsvFile } from '../../../src/console/pages/products/grid/paste/paste-file.ts';
import { hasOtherProducts } from '../../../src/console/pages/products/grid/paste/pasted-block.ts';
import { GRID_CHANNEL_LOCALE, GRID_SCHEMA } from './grid-fixtures.ts';

const columns = parseColumns('title,.status,list_price,weight,finish').flatMap(
  (address) => resolveColumn(address, GRID_SCHEMA, GRID_CHANNEL_LOCALE) ?? [],
);
const reader = {
  tag: 'de-DE',
  optionsOf: () => [{ code: 'brass', label: 'Brass', names: ['Messing', 'Gold'] }],
};
const linesOf = (...args: Parameters<typeof toCsvFile>) => toCsvFile(...args).split('\r\n');

test('a paste over many rows names the products of these rows, and says values as imports read them', () => {
  const block = [
    ['One; "two"', 'x', '1.234,50', '2,5 kg', 'gold'],
    ['', 'x', 'abc', '', 'Messing'],
  ];
  expect(linesOf({ block, row: 1, column: 2 }, columns, ['A', 'B', 'C'], null, reader)).toEqual([
    'sku;title-en_US;list_price-EUR;weight;weight-unit;finish',
    'B;"One; ""two""";1234.50;2.5;KILOGRAM;brass',
    'C;;abc;;;brass',
  ]);
  expect(
    linesOf({ block: [['9'], ['8']], row: 2, column: 4 }, columns, ['A', 'B', 'C'], null, reader),
  ).toEqual(['sku;list_price-EUR', 'C;9']);
});

test('a paste with SKUs names its own products, and gives a set only to new ones', () => {
  const pasted = {
    block: [
      ['B', 'Bee'],
      ['N-1', 'New'],
      ['', 'lost'],
    ],
    row: 0,
    column: 1,
  };
  expect(hasOtherProducts(pasted, ['B', 'A', ''])).toBe(true);
  expect(hasOtherProducts({ ...pasted, block: [['B', 'Bee']] }, ['B'])).toBe(false);
  expect(hasOtherProducts({ block: [['text']], row: 0, column: 1 }, ['B'])).toBe(false);
  expect(linesOf(pasted, columns, ['B'], 'lamp', reader)).toEqual([
    'sku;attribute_set;title-en_US',
    'B;;Bee',
    'N-1;lamp;New',
  ]);
});
