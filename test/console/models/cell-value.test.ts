// Risk: a number, a day or an option that people type or paste is stored as another one.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GridAttribute } from '../../../src/console/catalogue/columns/column-documents.ts';
import {
  columnKey,
  parseColumns,
  serializeColumns,
} from '../../../src/console/catalogue/columns/column-spec.ts';
import type { CellRef } from '../../../src/console/catalogue/columns/grid-column.ts';
import {
  type CellOption,
  formatNumericValue,
  parseCell,
  toEditableText,
} from '../../../src/console/catalogue/values/cell-value.ts';
import { formatDate, parseDate } from '../../../src/console/catalogue/values/parse-date.ts';
import {
  formatPrice,
  parseNumber,
  toEditableNumber,
} from '../../../src/console/catalogue/values/parse-number.ts';
import { stripBrackets } from '../../../src/console/ui/labels/plain-label.ts';
import { initialsOf } from '../../../src/console/ui/thumbnail/initials.ts';

const OPTIONS: readonly CellOption[] = [
  { code: 'brass', label: 'Brushed brass', names: ['Messing', 'Gold'] },
  { code: 'oak', label: 'Oiled oak', names: ['Eiche'] },
];

function cell(type: GridAttribute['type'], more: Partial<CellRef> = {}): CellRef {
  const attribute: GridAttribute = {
    code: 'some',
    label: 'Some',
    type,
    localizable: false,
    scopable: false,
    readOnly: false,
    unique: false,
    sortable: false,
    defaultUnit: 'KILOGRAM',
    group: null,
    attributeSets: [],
    optionSet: null,
    entityType: null,
    measurementFamily: {
      units: [
        { code: 'GRAM', symbol: 'g' },
        { code: 'KILOGRAM', symbol: 'kg' },
      ],
    },
  };
  return { attribute, channel: null, locale: null, currency: null, ...more };
}

const read = (text: string, address: CellRef, shown: unknown = null, tag = 'en') =>
  parseCell(text, address, shown, { tag, optionsOf: () => OPTIONS });

test('reads numbers in both ways of writing them', () => {
  expect(
    ['1.234,50', '1,234.50', '1234,5', '12', '-0.5', '1.234.567', "1'234.5", ',5'].map((text) =>
      parseNumber(text, 'en'),
    ),
  ).toEqual(['1234.50', '1234.50', '1234.5', '12', '-0.5', '1234567', '1234.5', '0.5']);
  expect([parseNumber('1,234', 'en'), parseNumber('1,234', 'de')]).toEqual(['1234', '1.234']);
  expect([parseNumber('1.234', 'en'), parseNumber('1.234', 'de')]).toEqual(['1.234', '1234']);
  expect([parseNumber('0,750', 'en'), parseNumber('0.750', 'de')]).toEqual(['0.750', '0.750']);
  expect(['', '-', 'n/a', '1.2.3', '1,23.4,5', '12 W'].map((text) => parseNumber(text, 'en'))).toEqual(
    Array(6).fill(null),
  );
});

test('reads every number that it writes', () => {
  const number = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom('', '.5', '.25', '.0625'));
  fc.assert(
    fc.property(number, fc.constantFrom('en', 'de', 'fr'), ([whole, decimals], tag) => {
      // Exactly three decimals could be groups in another language, but not in the one they were written in.
      expect(parseNumber(toEditableNumber(`${whole}${decimals}`, tag), tag)).toBe(`${whole}${decimals}`);
    }),
  );
});

test('reads days in the order of the language', () => {
  expect([
    parseDate('3/1/2026', 'en-US'),
    parseDate('3/1/2026', 'en-GB'),
    parseDate('1.3.2026', 'en-US'),
  ]).toEqual(['2026-03-01', '2026-01-03', '2026-03-01']);
  expect(['2026-02-30', '1.3.26', 'soon'].map((text) => parseDate(text, 'de'))).toEqual([null, null, null]);
  for (const tag of ['en-US', 'en-GB', 'de', 'fr'])
    expect(parseDate(formatDate('2026-03-01', tag), tag)).toBe('2026-03-01');
});

test('reads options by code, label and synonym, and says what is none', () => {
  expect(read('gold', cell('SELECT'))).toEqual({ value: 'brass' });
  expect(read('Oiled oak; Messing', cell('MULTI_SELECT'))).toEqual({ value: ['oak', 'brass'] });
  expect(read('Tin', cell('SELECT'))).toEqual({ fault: '“Tin” is not one of the options.' });
  expect(toEditableText(['oak'], 'Oiled oak', cell('MULTI_SELECT'), 'en')).toBe('Oiled oak');
});

test('reads measurements with their unit, and keeps the unit that is there', () => {
  expect(read('4,6 kg', cell('MEASUREMENT'))).toEqual({ value: { amount: '4.6', unit: 'KILOGRAM' } });
  expect(read('460', cell('MEASUREMENT'), { amount: '1', unit: 'GRAM' })).toEqual({
    value: { amount: '460', unit: 'GRAM' },
  });
  expect(read('4 m', cell('MEASUREMENT'))).toEqual({ fault: '“m” is not one of the units.' });
});

test('writes the price of one currency, and removes it alone', () => {
  const price = cell('PRICE', { currency: 'EUR' });
  expect(read('€ 1.219,00', price)).toEqual({ value: [{ amount: '1219.00', currency: 'EUR' }] });
  expect(read('', price)).toEqual({ value: [{ amount: null, currency: 'EUR' }] });
  expect(read('', cell('TEXT'))).toEqual({ value: null });
});

test.each([
  ['165,50 €', 'EUR', '165.50'],
  ['-€ 12', 'EUR', '-12'],
  ['12 eur', 'EUR', '12'],
  ['US$1.219,00', 'USD', '1219.00'],
  ['$ 12', 'USD', '12'],
  ['$12', 'CAD', '12'],
  ['£12', 'GBP', '12'],
  ['12 kr', 'SEK', '12'],
])('reads %s as a price in %s', (text, currency, amount) => {
  expect(read(text, cell('PRICE', { currency }))).toEqual({ value: [{ amount, currency }] });
});

test.each([
  ['165,50 €', '€'],
  ['£12', '£'],
  ['12 CHF', 'CHF'],
  ['CA$12', 'CA$'],
  ['USD 12 €', '€'],
])('refuses %s as a price in USD', (text, sign) => {
  const fault = `“${sign}” is not USD. Enter the amount in USD.`;
  expect(read(text, cell('PRICE', { currency: 'USD' }))).toEqual({ fault });
});

test('what is no currency makes an amount no number', () => {
  const price = cell('PRICE', { currency: 'USD' });
  for (const text of ['12 kg', 'soon', '€', 'x12'])
    expect(read(text, price)).toEqual({ fault: `“${text}” is not a number.` });
});

test('numbers are read in the language of the page, all in one format', () => {
  const shown = (value: unknown, address: CellRef) => [
    formatNumericValue(value, address, 'en'),
    formatNumericValue(value, address, 'de'),
  ];
  const prices = [{ amount: '1219', currency: 'EUR' }];
  expect(shown(prices, cell('PRICE', { currency: 'EUR' }))).toEqual(['1,219.00', '1.219,00']);
  expect(shown(prices, cell('PRICE', { currency: 'USD' }))).toEqual(['', '']);
  expect(shown({ amount: '1100.5', unit: 'GRAM' }, cell('MEASUREMENT'))).toEqual(['1,100.5 g', '1.100,5 g']);
  expect(shown('1219.5', cell('NUMBER'))).toEqual(['1,219.5', '1.219,5']);
  expect(shown('1219.5', cell('TEXT'))).toEqual([null, null]);
});

test('keeps columns in an address', () => {
  const text = '.status,list_price:EUR*120,title~de_DE,teaser~~print,teaser~de_DE~print';
  expect(serializeColumns(parseColumns(text))).toBe(text);
  expect(parseColumns('teaser~de_DE~print*200,!,')).toEqual([
    { code: 'teaser', locale: 'de_DE', channel: 'print', width: 200 },
  ]);
  expect(columnKey({ code: 'title', locale: 'de_DE', width: 80 })).toBe('title~de_DE');
});

test.each([
  ['1099', 'EUR', 'en-GB', '1,099.00'],
  ['1099,5', 'EUR', 'de-DE', '1.099,50'],
  ['0.125', 'USD', 'en-US', '0.125'],
  ['12345678901234567890.12', 'USD', 'en-US', '12,345,678,901,234,567,890.12'],
  ['5000', 'JPY', 'en-US', '5,000'],
  ['abc', 'EUR', 'en-US', 'abc'],
])('a price %s in %s is read in %s as %s', (text, currency, tag, shown) => {
  expect(formatPrice(text, currency, tag)).toBe(shown);
});

test('the code of what has no label stands without brackets, and has initials', () => {
  expect(['[amor]', 'Amor [x]', 'Amor'].map(stripBrackets)).toEqual(['amor', 'Amor [x]', 'Amor']);
  expect(['[LO-UNSORTED-1]', '[amor]', 'Heron floor lamp'].map(initialsOf)).toEqual(['LU', 'A', 'HF']);
});
