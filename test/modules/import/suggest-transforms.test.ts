// Risk: a column of numbers with a decimal comma fails in every row, or is read as something else than what it says.
import { expect, test } from 'vitest';
import { suggestTransforms } from '../../../src/modules/import/preview/suggest-transforms.ts';
import { attributeOf } from '../../support/values.ts';

const attributes = [
  attributeOf('number', { code: 'wattage' }),
  attributeOf('measurement', { code: 'weight' }),
  attributeOf('price', { code: 'list_price' }),
  attributeOf('text', { code: 'title' }),
];
const structure = {
  attributes: new Map(attributes.map((attribute) => [attribute.code, attribute])),
  channels: new Map(),
  locales: new Map(),
  associationTypes: new Map(),
} as unknown as Parameters<typeof suggestTransforms>[3];
const suggest = (target: string, cells: readonly string[], decimal: '.' | ',' = '.') =>
  suggestTransforms(target, cells, 'products', structure, decimal);

test.each([
  [['4,6', '', '8'], [{ number: { decimal_separator: ',' } }]],
  [['1.234,50', '99,90'], [{ number: { decimal_separator: ',', thousands_separator: '.' } }]],
  [['2.500', '99,9'], [{ number: { decimal_separator: ',', thousands_separator: '.' } }]],
  [['1\u202f234,5'], [{ number: { decimal_separator: ',', thousands_separator: ' ' } }]],
  [['1,234.50', '12'], [{ number: { thousands_separator: ',' } }]],
  [['1.234.567'], [{ number: { thousands_separator: '.' } }]],
  [['4,6', '4,6kg', 'heavy'], [{ number: { decimal_separator: ',' } }]],
  // Not told by the cells: a thousand or one and some.
  [['1,234'], []],
  [['4.6', '1.234'], []],
  [['1.234.567', '4.6'], []],
  [['4,6', '4.6'], []],
  [['heavy', ''], []],
])('cells %j suggest %j', (cells, transforms) => {
  expect(suggest('wattage', cells)).toEqual(transforms);
});

test('amounts and prices with a currency are numbers; texts, and what the file is read with anyway, need nothing', () => {
  const comma = [{ number: { decimal_separator: ',' } }];
  expect(suggest('weight', ['4,6'])).toEqual(comma);
  expect(suggest('list_price-EUR', ['19,90'])).toEqual(comma);
  expect(suggest('weight-unit', ['4,6'])).toEqual([]);
  expect(suggest('title', ['4,6'])).toEqual([]);
  expect(suggest('missing', ['4,6'])).toEqual([]);
  expect(suggest('wattage', ['4,6'], ',')).toEqual([]);
  expect(suggest('wattage', ['1.234,5'], ',')).toEqual([
    { number: { decimal_separator: ',', thousands_separator: '.' } },
  ]);
});
