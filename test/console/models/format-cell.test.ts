// Risk: somebody agrees to changes that they cannot read: without currency or unit, or by codes.
import { expect, test } from 'vitest';
import { parseColumns } from '../../../src/console/catalogue/columns/column-spec.ts';
import { resolveColumn } from '../../../src/console/catalogue/columns/grid-column.ts';
import { formatCell, isAmbiguousCell } from '../../../src/console/catalogue/grid/edits/format-cell.ts';
import { GRID_CHANNEL_LOCALE, GRID_SCHEMA } from './grid-fixtures.ts';

const words = (address: string, value: unknown, tag = 'en') => {
  const [column] = parseColumns(address).map((one) => resolveColumn(one, GRID_SCHEMA, GRID_CHANNEL_LOCALE));
  if (column?.cell == null) throw new Error(address);
  return formatCell(value, column.cell, (code) => `*${code}*`, tag);
};

test('a value says its currency or unit, and options their labels', () => {
  expect(words('list_price:EUR', { amount: '1099', currency: 'EUR' })).toBe('1,099.00 EUR');
  expect(words('list_price:EUR', [{ amount: '1234.5', currency: 'EUR' }], 'de')).toBe('1.234,50 EUR');
  expect(words('list_price:EUR', [{ amount: '1.500', currency: 'EUR' }], 'de')).toBe('1,50 EUR');
  expect(words('list_price:EUR', [{ amount: null, currency: 'EUR' }])).toBe('');
  expect(words('weight', { amount: '2.5', unit: 'KILOGRAM' }, 'de')).toBe('2,5 kg');
  expect(words('finish', 'oak')).toBe('*oak*');
  expect(words('finish', ['oak', 'steel'])).toBe('*oak*, *steel*');
  expect(words('title', 'Lamp')).toBe('Lamp');
  expect(words('title', null)).toBe('');
});

test('a typed number is doubted that can mean another one, or is far from the one before', () => {
  const isDoubted = (address: string, text: string, value: unknown, before: unknown = null) => {
    const [column] = parseColumns(address).map((one) => resolveColumn(one, GRID_SCHEMA, GRID_CHANNEL_LOCALE));
    if (column == null) throw new Error(address);
    const change = { text, value, before: JSON.stringify(before), version: 1, reason: null };
    return isAmbiguousCell({ ...change, column, rowId: '1', code: 'LAMP' });
  };
  const price = (amount: string) => [{ amount, currency: 'EUR' }];
  expect([
    isDoubted('list_price:EUR', '€ 1,500', price('1500')),
    isDoubted('list_price:EUR', '1.500 EUR', price('1500')),
    isDoubted('list_price:EUR', '9150', price('9150'), { amount: '91.50', currency: 'EUR' }),
    isDoubted('weight', '1.234 kg', { amount: '1.234', unit: 'KILOGRAM' }),
  ]).toEqual([true, true, false, true]);
  expect(isDoubted('list_price:EUR', '9151', price('9151'), { amount: '91.50', currency: 'EUR' })).toBe(true);
  expect([
    isDoubted('list_price:EUR', '91,50', price('91.50'), { amount: '89.00', currency: 'EUR' }),
    isDoubted('weight', '1200 g', { amount: '1200', unit: 'GRAM' }, { amount: '1.2', unit: 'KILOGRAM' }),
    isDoubted('list_price:EUR', '', [{ amount: null, currency: 'EUR' }]),
    isDoubted('title', '1,500', '1,500'),
  ]).toEqual([false, false, false, false]);
});
