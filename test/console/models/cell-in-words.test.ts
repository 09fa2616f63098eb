// Risk: somebody agrees to changes that they cannot read: without currency or unit, or by codes.
import { expect, test } from 'vitest';
import { readColumns } from '../../../src/console/products/grid/columns/column-address.ts';
import { toColumn } from '../../../src/console/products/grid/columns/grid-column.ts';
import { cellInWords } from '../../../src/console/products/grid/edits/cell-in-words.ts';
import { GRID_MODEL, GRID_PAGE } from './grid-models.ts';

const words = (address: string, value: unknown, tag = 'en') => {
  const [column] = readColumns(address).map((one) => toColumn(one, GRID_MODEL, GRID_PAGE));
  if (column?.cell == null) throw new Error(address);
  return cellInWords(value, column.cell, (code) => `*${code}*`, tag);
};

test('a value says its currency or unit, and options their labels', () => {
  expect(words('list_price:EUR', { amount: '1099', currency: 'EUR' })).toBe('1,099.00 EUR');
  expect(words('list_price:EUR', [{ amount: '1234.5', currency: 'EUR' }], 'de')).toBe('1.234,50 EUR');
  expect(words('list_price:EUR', [{ amount: null, currency: 'EUR' }])).toBe('');
  expect(words('weight', { amount: '2.5', unit: 'KILOGRAM' }, 'de')).toBe('2,5 kg');
  expect(words('finish', 'oak')).toBe('*oak*');
  expect(words('finish', ['oak', 'steel'])).toBe('*oak*, *steel*');
  expect(words('title', 'Lamp')).toBe('Lamp');
  expect(words('title', null)).toBe('');
});
