// Risk: a column of numbers with a decimal comma fails in every row, or is read as something else than what it says.
import { expect, test } from 'vitest';
import { suggestTransforms } from '../../../src/modules/import/preview/suggest-transforms.ts';
import { attributeOf } from '../../support/values.ts';

const attributes = [
  attributeOf('number', { code: 'wattage' }),
  attributeOf('measurement', { code: 'weight', measurementFamily: 'weight' }),
  attributeOf('date', { code: 'launch' }),
  attributeOf('price', { code: 'list_price' }),
  attributeOf('text', { code: 'title' }),
];
const structure = {
  attributes: new Map(attributes.map((attribute) => [attribute.code, attribute])),
  channels: new Map(),
  locales: new Map(),
  associationTypes: new Map(),
  families: new Map([
    [
      'weight',
      {
        units: [
          { code: 'KILOGRAM', symbol: 'kg' },
          { code: 'GRAM', symbol: 'g' },
        ],
      },
    ],
  ]),
} as unknown as Parameters<typeof suggestTransforms>[3];
const suggest = (
  target: string,
  cells: readonly string[],
  decimalSeparator: '.' | ',' = '.',
  dateFormat = 'YYYY-MM-DD',
) => suggestTransforms(target, cells, 'products', structure, { decimalSeparator, dateFormat });

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
  expect(suggest('wattage', ['1.234,5'], ',')).toEqual([]);
  expect(suggest('wattage', ["1'234,5"], ',')).toEqual([
    { number: { decimal_separator: ',', thousands_separator: "'" } },
  ]);
});

test.each([
  [['31.12.2026', '1.2.2026'], ['DD.MM.YYYY']],
  [['05.06.2026'], ['DD.MM.YYYY']],
  [['05/06/2026', '31/12/2026'], ['DD/MM/YYYY']],
  [['05/06/2026', '12/31/2026'], ['MM/DD/YYYY']],
  [['2026/12/31'], ['YYYY/MM/DD']],
  [['31.12.2026', '32.13.2026', '01.02.2027'], ['DD.MM.YYYY']],
  // Not told by the cells, or not dates.
  [['31.12.2026', '32.13.2026'], []],
  [['05/06/2026'], []],
  [['31/12/2026', '12/31/2026'], []],
  [['31.12.2026', '31/12/2026'], []],
  [['2026-12-31', '', 'soon', '31.12.26'], []],
])('dates %j suggest the form %j', (cells, forms) => {
  expect(suggest('launch', cells)).toEqual(forms.map((format) => ({ date: { format } })));
});

test('dates that the file is read with anyway need nothing', () => {
  expect(suggest('launch', ['31.12.2026'], '.', 'DD.MM.YYYY')).toEqual([]);
});

test.each([
  [
    'weight',
    ['4,6 kg', '350 g'],
    [{ unit: { map: { kg: 'KILOGRAM', g: 'GRAM' } } }, { number: { decimal_separator: ',' } }],
  ],
  ['weight', ['4.6 KILOGRAM', '3'], [{ unit: {} }]],
  ['weight', ['4.6 kg', '3 stones'], []],
  [
    'list_price-EUR',
    ['1.234,50 €', '19,90 EUR'],
    [
      { replace: { pattern: '\\s*(?:€|EUR)\\s*$', with: '' } },
      { number: { decimal_separator: ',', thousands_separator: '.' } },
    ],
  ],
  ['list_price-USD', ['19.90 US$', '$'], []],
  ['list_price-USD', ['19.90 $'], [{ replace: { pattern: '\\s*(?:\\$)\\s*$', with: '' } }]],
  ['list_price-EUR', ['19.90 CHF'], []],
  ['weight', ['4.6 kg', '3 stones', '2', ''], [{ unit: { map: { kg: 'KILOGRAM' } } }]],
  ['weight', ['heavy', '3 stones', '4.6 kg'], []],
  ['wattage', ['4,6 W'], []],
  ['wattage', ['320', '780 lm', '100'], [{ replace: { pattern: '\\s*(?:lm)\\s*$', with: '' } }]],
  ['wattage', ['320', '780 lm', '100', '4 klm', '5'], []],
])('of %s, amounts %j with words behind them suggest %j', (target, cells, transforms) => {
  expect(suggest(target, cells)).toEqual(transforms);
});
