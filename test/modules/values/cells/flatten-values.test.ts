// Removes the risk that a storefront shows another channel's values, or stored HTML as it is.
import { describe, expect, it } from 'vitest';
import type { Values } from '../../../../src/modules/values/cells/cells.ts';
import { type FlattenOptions, flattenValues } from '../../../../src/modules/values/cells/flatten-values.ts';
import { attributeOf, valueTypeContext } from '../../../support/values.ts';

const VALUES: Values = {
  color: [{ value: 'red' }],
  name: [
    { locale: 'de_DE', value: 'Schuh' },
    { locale: 'en_US', value: 'Shoe' },
  ],
  price: [
    {
      value: [
        { amount: '1', currency: 'EUR' },
        { amount: '2', currency: 'USD' },
      ],
    },
  ],
  text: [
    { channel: 'ecommerce', locale: 'de_DE', value: '<b>Web</b>' },
    { channel: 'print', locale: 'de_DE', value: 'Druck' },
  ],
  weight: [{ value: { amount: '0.35', unit: 'KILOGRAM' } }],
};
const ATTRIBUTES = [
  attributeOf('text', { code: 'name', localizable: true }),
  attributeOf('rich_text', { code: 'text', localizable: true, scopable: true }),
  attributeOf('price', { code: 'price' }),
  attributeOf('measurement', { code: 'weight' }),
  attributeOf('select', { code: 'color' }),
  attributeOf('boolean', { code: 'fragile' }),
];

function flat(view: Partial<FlattenOptions>) {
  return flattenValues(VALUES, ATTRIBUTES, {
    channel: 'ecommerce',
    locales: ['de_DE'],
    currencies: new Set(['EUR']),
    conversionUnits: new Map([['weight', 'gram']]),
    findMeasurementFamily: valueTypeContext().findMeasurementFamily,
    sanitizeHtml: (html) => `safe(${html})`,
    ...view,
  });
}

describe('the flat form', () => {
  it('is one value per attribute for a channel and a locale', () => {
    expect(JSON.stringify(flat({}))).toBe(
      '{"name":"Schuh","text":"safe(<b>Web</b>)","price":[{"amount":"1","currency":"EUR"}],' +
        '"weight":{"amount":"350","unit":"GRAM"},"color":"red"}',
    );
  });

  it('takes the first locale that has a value', () => {
    expect(flat({ locales: ['fr_FR', 'en_US', 'de_DE'] })).toMatchObject({
      name: 'Shoe',
      text: 'safe(<b>Web</b>)',
    });
    expect(Object.keys(flat({ locales: [] }))).toEqual(['price', 'weight', 'color']);
  });

  it('leaves out what the channel does not have', () => {
    expect(flat({ channel: 'print', currencies: new Set(['CHF']) })).toMatchObject({ text: 'safe(Druck)' });
    expect(Object.keys(flat({ channel: 'print', currencies: new Set(['CHF']) }))).toEqual([
      'name',
      'text',
      'weight',
      'color',
    ]);
    expect(Object.keys(flat({ channel: null }))).toEqual(['name', 'price', 'weight', 'color']);
  });

  it('shows measurements as stored when the channel has no unit for them, or one of another family', () => {
    for (const conversionUnits of [new Map(), new Map([['weight', 'METER']])]) {
      expect(flat({ conversionUnits }).weight).toEqual({ amount: '0.35', unit: 'KILOGRAM' });
    }
  });

  it('keeps all prices when no currencies are given', () => {
    expect(flat({ currencies: null }).price).toEqual([
      { amount: '1', currency: 'EUR' },
      { amount: '2', currency: 'USD' },
    ]);
  });
});
