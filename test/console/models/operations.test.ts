// Risk: a bulk edit writes something else than what was typed.
import { expect, test } from 'vitest';
import { type Operation, planEdit, verbsOf } from '../../../src/console/products/bulk/operations.ts';

const attributeOf = (code: string, type: string, more: object = {}) => ({
  code,
  type,
  localizable: false,
  scopable: false,
  ...more,
});
const ATTRIBUTES = [
  attributeOf('title', 'TEXT', { localizable: true }),
  attributeOf('weight', 'NUMBER'),
  attributeOf('price', 'PRICE'),
  attributeOf('colors', 'MULTI_SELECT'),
  attributeOf('height', 'MEASUREMENT', { defaultUnit: 'CENTIMETER', measurementFamily: { units: [] } }),
] as unknown as Parameters<typeof planEdit>[1];

const operationOf = (key: number, more: Partial<Operation>): Operation => ({
  key,
  field: '',
  verb: 'set',
  text: '',
  codes: [],
  channel: 'web',
  locale: 'de_DE',
  currency: 'EUR',
  unit: '',
  rounding: '',
  ...more,
});
const plan = (...operations: readonly Partial<Operation>[]) =>
  planEdit(
    operations.map((one, key) => operationOf(key, one)),
    ATTRIBUTES,
    'en-GB',
  );

test('products get another attribute set', () => {
  expect(verbsOf('.attribute_set', undefined)).toEqual(['set']);
  expect(
    plan({ field: '.attribute_set', codes: ['bulb'] }, { field: '.tags', verb: 'add', codes: ['a'] }),
  ).toEqual({
    patch: { attributeSet: 'bulb', tags: { add: ['a'] } },
    faults: new Map(),
  });
  expect(plan({ field: '.attribute_set' }).patch).toBeNull();
});

test('values are written where their attribute has one; prices leave other currencies', () => {
  const { patch } = plan(
    { field: 'title', text: 'Lampe' },
    { field: 'weight', verb: 'clear', text: 'is not read' },
    { field: 'price', text: '1,234.50' },
    { field: 'colors', codes: ['red', 'blue'] },
  );
  expect(patch).toEqual({
    values: [
      { attribute: 'title', channel: null, locale: 'de_DE', value: 'Lampe' },
      { attribute: 'weight', channel: null, locale: null, value: null },
      {
        attribute: 'price',
        channel: null,
        locale: null,
        value: [{ amount: '1234.50', currency: 'EUR' }],
        partial: true,
      },
      { attribute: 'colors', channel: null, locale: null, value: ['red', 'blue'] },
    ],
  });
});

test('categories, tags and links are added and removed', () => {
  const { patch } = plan(
    { field: '.categories', verb: 'add', codes: ['lamps'] },
    { field: '.categories', verb: 'remove', codes: ['old'] },
    { field: '.tags', verb: 'add', codes: ['sale'] },
    { field: '.link:upsell', verb: 'add', codes: ['A', 'B'] },
    { field: '.link:parts', verb: 'remove', codes: ['C'] },
  );
  expect(patch).toEqual({
    categories: { add: ['lamps'], remove: ['old'] },
    tags: { add: ['sale'] },
    associations: [
      { type: 'upsell', products: { add: [{ ref: 'A' }, { ref: 'B' }] } },
      { type: 'parts', products: { remove: ['C'] } },
    ],
  });
});

test('what is not complete changes nothing, and what is no number says so', () => {
  expect(plan({}, { field: 'title' }, { field: '.tags', verb: 'add' }).patch).toBeNull();
  expect([...plan({ field: 'weight', text: 'heavy' }).faults]).toEqual([[0, '“heavy” is not a number.']]);
});

test('numbers are changed by percent or by an amount, with rounding', () => {
  const { patch, faults } = plan(
    { field: 'price', verb: 'percent', text: '+5 %', rounding: '.99' },
    { field: 'weight', verb: 'percent', text: '\u221210', rounding: '1' },
    { field: 'height', verb: 'amount', text: '2.50' },
    { field: 'price', verb: 'amount', text: '-0.50', currency: 'USD' },
    { field: 'price', verb: 'amount', text: '' },
    { field: 'weight', verb: 'percent', text: 'much' },
  );
  expect(patch).toEqual({
    adjust: [
      { attribute: 'price', currency: 'EUR', percent: '5', ending: '0.99' },
      { attribute: 'weight', percent: '-10', decimals: 1 },
      { attribute: 'height', amount: '2.50', unit: 'CENTIMETER' },
      { attribute: 'price', currency: 'USD', amount: '-0.50' },
    ],
  });
  expect([...faults]).toEqual([[5, '“much” is not a number.']]);
});
