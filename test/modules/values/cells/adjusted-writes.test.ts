// Removes the risk that prices are off by a cent after they were changed by percent.
import { expect, test } from 'vitest';
import { addPercent, fixDecimal, roundToEnding } from '../../../../src/kernel/decimal.ts';
import {
  adjustedWrites,
  type ValueAdjustment,
} from '../../../../src/modules/values/cells/adjusted-writes.ts';
import type { Values } from '../../../../src/modules/values/cells/cells.ts';
import { checkAdjustments } from '../../../../src/modules/values/cells/check-adjustments.ts';
import { mergeCells } from '../../../../src/modules/values/cells/merge-cells.ts';
import { assign, attributeOf, valueContext } from '../../../support/values.ts';

const CONTEXT = valueContext([
  attributeOf('price', { code: 'price' }),
  attributeOf('number', { code: 'pieces', validation: { decimalPlaces: 0, max: '100' } }),
  attributeOf('number', { code: 'factor' }),
  attributeOf('number', { code: 'serial', unique: true }),
  attributeOf('measurement', { code: 'weight' }),
  attributeOf('text', { code: 'name', localizable: true }),
]);
const SHOE: Values = {
  factor: [{ value: '1.50' }],
  pieces: [{ value: 12 }],
  price: [
    {
      value: [
        { amount: '19.99', currency: 'EUR' },
        { amount: '24.90', currency: 'USD' },
      ],
    },
  ],
  weight: [{ value: { amount: '1.2', unit: 'KILOGRAM' } }],
};

const adjust = (adjustment: ValueAdjustment) =>
  mergeCells(SHOE, adjustedWrites(SHOE, [adjustment], CONTEXT), CONTEXT);

test.each<[Omit<ValueAdjustment, 'attribute'>, string]>([
  [{ percent: '5' }, '20.99'],
  [{ percent: '-10' }, '17.99'],
  [{ percent: '0.1' }, '20.01'],
  [{ amount: '2.00' }, '21.99'],
  [{ amount: '-19.99' }, '0.00'],
  [{ percent: '5', decimals: 0 }, '21'],
  [{ percent: '5', ending: '0.99' }, '20.99'],
  [{ percent: '5', ending: '0.95' }, '20.95'],
  [{ percent: '-100', ending: '0.90' }, '0.90'],
])('19.99 euro by %j are %s; dollars stay', (change, amount) => {
  const { values, problems } = adjust({ attribute: 'PRICE', currency: 'eur', ...change });
  expect(problems).toEqual([]);
  expect(values.price).toEqual([
    {
      value: [
        { amount, currency: 'EUR' },
        { amount: '24.90', currency: 'USD' },
      ],
    },
  ]);
});

test.each<[ValueAdjustment, unknown]>([
  [{ attribute: 'pieces', percent: '5' }, 13],
  [{ attribute: 'pieces', percent: '4' }, 12],
  [{ attribute: 'factor', percent: '10' }, '1.65'],
  [{ attribute: 'factor', percent: '7' }, '1.605'],
  [{ attribute: 'factor', amount: '0.5' }, '2.00'],
  [
    { attribute: 'weight', percent: '10' },
    { amount: '1.32', unit: 'KILOGRAM' },
  ],
  [
    { attribute: 'weight', amount: '-250', unit: 'gram' },
    { amount: '0.95', unit: 'KILOGRAM' },
  ],
])('a number or measurement by %j is %j', (adjustment, value) => {
  const { values, problems } = adjust(adjustment);
  expect(problems).toEqual([]);
  expect(values[adjustment.attribute]).toEqual([{ value }]);
});

test('what is empty stays empty, and the rules of the attribute hold', () => {
  const empty: Values = {};
  expect(adjustedWrites(empty, [{ attribute: 'pieces', amount: '1' }], CONTEXT)).toEqual([]);
  expect(adjustedWrites(SHOE, [{ attribute: 'price', currency: 'GBP', amount: '1' }], CONTEXT)).toEqual([]);
  const { values, problems } = adjust({ attribute: 'pieces', amount: '100' });
  expect(values).toBe(SHOE);
  expect(problems).toMatchObject([{ code: 'above-maximum', attribute: 'pieces', path: ['adjust', '0'] }]);
});

test('no digit is lost', () => {
  expect(addPercent('100000000000000000.01', '0.001')).toBe('100001000000000000.0100001');
  expect([fixDecimal('1.005', 2), fixDecimal('-1.005', 2), fixDecimal('1.004', 2)]).toEqual([
    '1.01',
    '-1.01',
    '1.00',
  ]);
  expect(['17.40', '17.49', '17.5', '0.10', '-17.60'].map((value) => roundToEnding(value, '0.99'))).toEqual([
    '16.99',
    '17.99',
    '17.99',
    '0.99',
    '-17.99',
  ]);
});

test.each<[ValueAdjustment, string]>([
  [{ attribute: 'prize', percent: '5' }, 'attribute-not-found@attribute'],
  [{ attribute: 'name', percent: '5' }, 'value-not-allowed@attribute'],
  [{ attribute: 'serial', percent: '5' }, 'value-not-allowed@attribute'],
  [{ attribute: 'price', percent: '5' }, 'required@currency'],
  [{ attribute: 'price', percent: '5', currency: 'XXX' }, 'currency-not-enabled@currency'],
  [{ attribute: 'factor', percent: '5', currency: 'EUR' }, 'value-not-allowed@currency'],
  [{ attribute: 'factor' }, 'required@percent'],
  [{ attribute: 'factor', percent: '5', amount: '5' }, 'value-not-allowed@amount'],
  [{ attribute: 'factor', percent: '-101' }, 'below-minimum@percent'],
  [{ attribute: 'factor', amount: '1', decimals: 13 }, 'value-not-allowed@decimals'],
  [{ attribute: 'factor', amount: '1', ending: '1.99' }, 'value-not-allowed@ending'],
  [{ attribute: 'factor', amount: '1', locale: 'de_DE' }, 'locale-not-allowed@locale'],
  [{ attribute: 'weight', amount: '1' }, 'required@unit'],
  [{ attribute: 'weight', amount: '1', unit: 'METER' }, 'unit-not-in-family@unit'],
  [{ attribute: 'pieces', percent: '5' }, 'duplicate-item@attribute'],
])('%j is refused: %s', (adjustment, expected) => {
  const problems = checkAdjustments([adjustment], [assign('pieces', 1)], CONTEXT);
  expect(problems.map(({ code, path }) => `${code}@${path.at(-1)}`)).toEqual([expected]);
});
