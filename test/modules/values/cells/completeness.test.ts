// Removes the risk that a product counts as complete in a channel that still misses something.
import { describe, expect, it } from 'vitest';
import type { Values } from '../../../../src/modules/values/cells/cells.ts';
import {
  type CompletenessStructure,
  computeCompleteness,
  planCompleteness,
} from '../../../../src/modules/values/cells/completeness.ts';
import { resolveValues } from '../../../../src/modules/values/cells/resolve-values.ts';
import { attributeOf, valueContext } from '../../../support/values.ts';

const CHANNELS = [...valueContext([]).channels.values()];
const ATTRIBUTES = [
  attributeOf('text', { code: 'name', localizable: true }),
  attributeOf('price', { code: 'price', scopable: true }),
  attributeOf('textarea', { code: 'text', localizable: true, scopable: true }),
  attributeOf('boolean', { code: 'fragile' }),
  attributeOf('text', { code: 'legal', localizable: true, availableLocales: ['de_DE'] }),
];

function completeness(
  required: Record<string, string[]>,
  values: Values,
  more: Partial<CompletenessStructure> = {},
) {
  const requirements = new Map(Object.entries(required));
  const plan = planCompleteness({ requirements, channels: CHANNELS, attributes: ATTRIBUTES, ...more });
  return computeCompleteness(plan, values);
}

describe('completeness', () => {
  it('is 100 in every channel and locale when nothing is required', () => {
    expect(completeness({}, {})).toEqual([
      { channel: 'ecommerce', locale: 'en_US', ratio: 100, required: 0, filled: 0, missing: [] },
      { channel: 'ecommerce', locale: 'de_DE', ratio: 100, required: 0, filled: 0, missing: [] },
      { channel: 'print', locale: 'de_DE', ratio: 100, required: 0, filled: 0, missing: [] },
    ]);
  });

  it('looks for the cell of each channel and locale, names what is missing in the order of the set, and rounds down', () => {
    const values: Values = {
      name: [{ locale: 'de_DE', value: 'Schuh' }],
      text: [{ channel: 'ecommerce', locale: 'de_DE', value: 'x' }],
      fragile: [{ value: false }],
    };
    const twoOfThree = completeness({ '*': ['fragile', 'name', 'text'] }, values);
    expect(twoOfThree[2]).toMatchObject({ channel: 'print', filled: 2, ratio: 66, missing: ['text'] });
    expect(completeness({ '*': ['fragile', 'name'], ecommerce: ['text', 'name'] }, values)).toEqual([
      { channel: 'ecommerce', locale: 'en_US', ratio: 33, required: 3, filled: 1, missing: ['name', 'text'] },
      { channel: 'ecommerce', locale: 'de_DE', ratio: 100, required: 3, filled: 3, missing: [] },
      { channel: 'print', locale: 'de_DE', ratio: 100, required: 2, filled: 2, missing: [] },
    ]);
  });

  it('counts an attribute only in the locales it exists in', () => {
    expect(
      completeness({ ecommerce: ['legal'] }, {}).map(({ locale, required }) => [locale, required]),
    ).toEqual([
      ['en_US', 0],
      ['de_DE', 1],
      ['de_DE', 0],
    ]);
  });

  it('needs prices in all currencies of the channel', () => {
    const inEuro = [{ amount: '1', currency: 'EUR' }];
    const values: Values = {
      price: [
        { channel: 'ecommerce', value: inEuro },
        { channel: 'print', value: inEuro },
      ],
    };
    expect(completeness({ '*': ['price'] }, values).map(({ ratio }) => ratio)).toEqual([0, 0, 100]);
  });

  it('needs prices in the currencies the attribute asks for, when it does', () => {
    const price = attributeOf('price', { code: 'price', validation: { requiredCurrencies: ['USD'] } });
    const priced = (currency: string): Values => ({ price: [{ value: [{ amount: '1', currency }] }] });
    const ratios = (values: Values) =>
      completeness({ '*': ['price'] }, values, { attributes: [price] }).map(({ ratio }) => ratio);
    expect(ratios(priced('USD'))).toEqual([100, 100, 100]);
    expect(ratios(priced('EUR'))).toEqual([0, 0, 0]);
  });

  it('does not count requirements of attributes that are not in the set', () => {
    expect(completeness({ '*': ['ean'] }, {})[0]).toMatchObject({ required: 0, ratio: 100 });
  });
});

describe('completeness in a family of variants', () => {
  const layout = {
    code: 'by_color',
    levels: [
      { axes: ['color'], attributes: ['image'] },
      { axes: ['size'], attributes: ['ean'] },
    ],
  };
  const attributes = [
    attributeOf('text', { code: 'brand' }),
    attributeOf('select', { code: 'color' }),
    attributeOf('media', { code: 'image' }),
    attributeOf('select', { code: 'size', optionSet: 'sizes' }),
    attributeOf('text', { code: 'ean' }),
  ];
  const required = { print: ['brand', 'color', 'image', 'size', 'ean'] };
  const ratioAt = (level: number, values: Values) =>
    completeness(required, values, {
      attributes,
      placement: { layout, level },
      channels: CHANNELS.slice(1),
    })[0];

  it('counts for a model only what belongs to its level or above', () => {
    const root: Values = { brand: [{ value: 'acme' }] };
    expect(ratioAt(0, root)).toMatchObject({ required: 1, ratio: 100 });
    expect(ratioAt(1, root)).toMatchObject({
      required: 3,
      filled: 1,
      ratio: 33,
      missing: ['color', 'image'],
    });
  });

  it('counts everything for a variant, inherited values included', () => {
    const root: Values = { brand: [{ value: 'acme' }] };
    const red: Values = { color: [{ value: 'red' }], image: [{ value: 'shoe' }] };
    const variant: Values = { size: [{ value: 'M' }] };
    expect(ratioAt(2, resolveValues(variant, [red, root]))).toEqual({
      channel: 'print',
      locale: 'de_DE',
      ratio: 80,
      required: 5,
      filled: 4,
      missing: ['ean'],
    });
  });
});
