// Removes the risk that prices are off by a cent after they were changed by percent, and that texts are spoilt.
import { expect, test } from 'vitest';
import { addPercent, roundToEnding, toFixedDecimal } from '../../../../src/kernel/decimal.ts';
import { adjustValues, type ValueAdjustment } from '../../../../src/modules/values/cells/adjust-values.ts';
import type { Values } from '../../../../src/modules/values/cells/cells.ts';
import { checkAdjustments } from '../../../../src/modules/values/cells/check-adjustments.ts';
import { mergeCells } from '../../../../src/modules/values/cells/merge-cells.ts';
import { assignCell, attributeOf, valueContext } from '../../../support/values.ts';

const CONTEXT = valueContext([
  attributeOf('price', { code: 'price' }),
  attributeOf('number', { code: 'pieces', validation: { decimalPlaces: 0, max: '100' } }),
  attributeOf('number', { code: 'factor' }),
  attributeOf('number', { code: 'serial', unique: true }),
  attributeOf('measurement', { code: 'weight' }),
  attributeOf('text', { code: 'name', localizable: true, validation: { maxLength: 20 } }),
  attributeOf('rich_text', { code: 'story' }),
  attributeOf('boolean', { code: 'new' }),
  attributeOf('price', { code: 'offer', scopable: true }),
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

const adjust = (adjustment: ValueAdjustment, values: Values = SHOE, inherited: Values = {}) =>
  mergeCells(values, adjustValues(values, [adjustment], CONTEXT, inherited), { ...CONTEXT, inherited });

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

test.each([
  ['JPY', '1001', 2, '1051'],
  ['JPY', '1001.00', undefined, '1051'],
  ['KWD', '1.001', 3, '1.051'],
  ['KWD', '1.001', 2, '1.05'],
  ['EUR', '1.10', 4, '1.16'],
  ['EUR', '0.1234', 4, '0.1296'],
])('5 percent more in %s of %s with %s decimals are %s', (currency, amount, decimalPlaces, result) => {
  const validation = decimalPlaces === undefined ? {} : { decimalPlaces };
  const context = valueContext([attributeOf('price', { code: 'price', validation })]);
  const values: Values = { price: [{ value: [{ amount, currency }] }] };
  const adjustments = [{ attribute: 'price', currency, percent: '5' }];
  expect(adjustValues(values, adjustments, context, {})).toMatchObject([
    { value: [{ amount: result, currency }], partial: true },
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
  expect(adjust({ attribute: 'pieces', amount: '1' }, empty, SHOE)).toEqual({ values: empty, problems: [] });
  expect(adjust({ attribute: 'price', currency: 'GBP', amount: '1' }).values).toBe(SHOE);
  const { values, problems } = adjust({ attribute: 'pieces', amount: '100' });
  expect(values).toBe(SHOE);
  expect(problems).toMatchObject([{ code: 'above-maximum', attribute: 'pieces', path: ['adjust', '0'] }]);
});

test.each<[string, Omit<ValueAdjustment, 'attribute' | 'locale'>, string | undefined]>([
  ['Desk lamp', { append: ' (new)' }, 'Desk lamp (new)'],
  ['Desk lamp', { prepend: 'Wren ' }, 'Wren Desk lamp'],
  ['Lamp lamp', { replace: { find: 'lamp', with: 'light' } }, 'light light'],
  ['Lamp lamp', { replace: { find: 'lamp', with: 'light', matchCase: true } }, 'Lamp light'],
  ['5.0 (a+b)', { replace: { find: '.0 (a+', with: '$&-' } }, '5$&-b)'],
  ['STRASSE, ÄÖ', { replace: { find: 'äö', with: '' } }, 'STRASSE, '],
  ['lamp', { replace: { find: 'lamp', with: '' } }, undefined],
])('%j by %j is %j', (text, change, expected) => {
  const lamp: Values = { name: [{ locale: 'en_US', value: text }] };
  const { values, problems } = adjust({ attribute: 'name', locale: 'en_US', ...change }, lamp);
  expect(problems).toEqual([]);
  expect(values.name?.[0]?.value).toBe(expected);
});

test.each<[string, Omit<ValueAdjustment, 'attribute'>, string]>([
  ['<p>Oak</p>', { append: '<p>New.</p>' }, '<p>Oak</p><p>New.</p>'],
  ['<p class="p">Up, p</p>', { replace: { find: 'p', with: 'q' } }, '<p class="p">Uq, q</p>'],
  [
    '<p>A &amp; amp &eacute;</p>',
    { replace: { find: 'amp', with: '<b>' } },
    '<p>A &amp; &lt;b&gt; &eacute;</p>',
  ],
  ['a &amp; b & c &eacute;', { replace: { find: '&', with: 'and' } }, 'a and b and c &eacute;'],
  ['1 < 2 <b>x</b> &lt;', { replace: { find: '<', with: 'below' } }, '1 below 2 <b>x</b> below'],
  [
    '<style>oak</style>oak<!-- oak --><i title="oak',
    { replace: { find: 'OAK', with: 'ash' } },
    '<style>oak</style>ash<!-- oak --><i title="oak',
  ],
])('of the HTML %j, %j changes the text only', (html, change, expected) => {
  const chair: Values = { story: [{ value: html }] };
  const { values, problems } = adjust({ attribute: 'story', ...change }, chair);
  expect(problems).toEqual([]);
  expect(values.story).toEqual([{ value: expected }]);
});

test('a text without a match, an empty one and an inherited one stay; a result that is too long is refused', () => {
  const name = { attribute: 'name', locale: 'en_US' };
  const lamp: Values = { name: [{ locale: 'en_US', value: 'Desk lamp' }] };
  expect(adjust({ ...name, replace: { find: 'LAMP', with: 'light', matchCase: true } }, lamp).values).toBe(
    lamp,
  );
  expect(adjust({ ...name, append: '!' }, {}, lamp).values).toEqual({});
  expect(adjust({ ...name, locale: 'de_DE', append: '!' }, lamp).values).toBe(lamp);
  const { values, problems } = adjust({ ...name, append: ' for the whole family' }, lamp);
  expect(values).toBe(lamp);
  expect(problems).toMatchObject([{ code: 'too-long', attribute: 'name', path: ['adjust', '0'] }]);
});

test('a value fills what is empty; a value that is there or inherited stays', () => {
  const fill = { attribute: 'new', fill: false };
  expect(adjust(fill, {}).values).toEqual({ new: [{ value: false }] });
  const stays: Values = { new: [{ value: true }] };
  expect(adjust(fill, stays).values).toBe(stays);
  expect(adjust(fill, {}, stays).values).toEqual({});
  expect(adjust({ attribute: 'new', fill: 'maybe' }, {}).problems).toMatchObject([{ path: ['adjust', '0'] }]);
});

test('prices fill the currencies that are missing', () => {
  const euro = { value: [{ amount: '19.99', currency: 'EUR' }] };
  const fill = [
    { amount: '1', currency: 'eur' },
    { amount: '2', currency: 'USD' },
  ];
  const filled = [{ value: [euro.value[0], { amount: '2', currency: 'USD' }] }];
  expect(adjust({ attribute: 'price', fill }, { price: [euro] }).values.price).toEqual(filled);
  expect(adjust({ attribute: 'price', fill }, {}, { price: [euro] }).values.price).toEqual(filled);
  expect(adjust({ attribute: 'price', fill }).values).toBe(SHOE);
});

test('a value is copied from another locale, own or inherited; where there is none, nothing is cleared', () => {
  const english = { locale: 'en_US', value: 'Chair' };
  const german = { locale: 'de_DE', value: 'Stuhl' };
  const copy = { attribute: 'name', locale: 'de_DE', copyFrom: { locale: 'EN_us' } };
  const copied = { name: [{ ...german, value: 'Chair' }, english] };
  expect(adjust(copy, { name: [english] }).values).toEqual(copied);
  expect(adjust(copy, { name: [german, english] }).values).toEqual(copied);
  expect(adjust(copy, { name: [german] }, { name: [english] }).values.name).toEqual([copied.name[0]]);
  expect(adjust(copy, {}, { name: [english] }).values.name).toEqual([copied.name[0]]);
  expect(adjust(copy, {}, copied).values).toEqual({});
  const alone = { name: [german] };
  expect(adjust(copy, alone).values).toBe(alone);
  const empty = { ...copy, copyFrom: { locale: 'en_US', onlyEmpty: true } };
  expect(adjust(empty, { name: [english] }).values).toEqual(copied);
  expect(adjust(empty, { name: [english] }, { name: [german] }).values).toEqual({ name: [english] });
});

test('prices are copied from another channel, all or in one currency; the others stay', () => {
  const euro = { amount: '5', currency: 'EUR' };
  const dollar = { amount: '6', currency: 'USD' };
  const old = { amount: '4', currency: 'EUR' };
  const from = { channel: 'ecommerce', value: [euro, dollar] };
  const copy = { attribute: 'offer', channel: 'print', copyFrom: { channel: 'ecommerce' } };
  expect(adjust(copy, { offer: [from] }).problems).toMatchObject([{ code: 'currency-not-enabled' }]);
  const copied = { offer: [from, { channel: 'print', value: [euro] }] };
  const onlyEuro = { ...copy, currency: 'eur' };
  expect(adjust(onlyEuro, { offer: [from] }).values).toEqual(copied);
  expect(adjust(onlyEuro, { offer: [from, { channel: 'print', value: [old] }] }).values).toEqual(copied);
  expect(adjust(onlyEuro, {}, copied).values).toEqual({});
});

test('no digit is lost', () => {
  expect(addPercent('100000000000000000.01', '0.001')).toBe('100001000000000000.0100001');
  expect([toFixedDecimal('1.005', 2), toFixedDecimal('-1.005', 2), toFixedDecimal('1.004', 2)]).toEqual([
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
  [{ attribute: 'factor', append: '5' }, 'value-not-allowed@attribute'],
  [{ attribute: 'name', locale: 'de_DE', append: '' }, 'required@percent'],
  [{ attribute: 'name', locale: 'de_DE', append: 'a', prepend: 'b' }, 'value-not-allowed@prepend'],
  [{ attribute: 'name', locale: 'de_DE', append: 'a', decimals: 2 }, 'value-not-allowed@decimals'],
  [{ attribute: 'name', locale: 'de_DE', replace: { find: '', with: 'a' } }, 'required@replace'],
  [{ attribute: 'name', append: 'a' }, 'locale-required@locale'],
  [{ attribute: 'name', locale: 'de_DE', copyFrom: {} }, 'required@copyFrom'],
  [{ attribute: 'factor', copyFrom: { locale: 'de_DE' } }, 'locale-not-allowed@locale'],
  [{ attribute: 'name', locale: 'de_DE', copyFrom: { locale: 'xx_XX' } }, 'locale-not-enabled@locale'],
  [{ attribute: 'price', fill: [], currency: 'EUR' }, 'value-not-allowed@currency'],
  [{ attribute: 'serial', fill: '5' }, 'value-not-allowed@attribute'],
])('%j is refused: %s', (adjustment, expected) => {
  const problems = checkAdjustments([adjustment], [assignCell('pieces', 1)], CONTEXT);
  expect(problems.map(({ code, path }) => `${code}@${path.at(-1)}`)).toEqual([expected]);
});

test('a price is changed once in each currency, and at all once without one', () => {
  const change = (currency?: string): ValueAdjustment =>
    currency === undefined
      ? { attribute: 'price', fill: [] }
      : { attribute: 'price', percent: '5', currency };
  const codes = (...adjustments: ValueAdjustment[]) =>
    checkAdjustments(adjustments, [], CONTEXT).map(({ code }) => code);
  expect(codes(change('EUR'), change('USD'))).toEqual([]);
  expect(codes(change('EUR'), change('eur'))).toEqual(['duplicate-item']);
  expect(codes(change('EUR'), change())).toEqual(['duplicate-item']);
});
