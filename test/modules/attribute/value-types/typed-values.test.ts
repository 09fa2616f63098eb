// Removes the risk that a value of a typed attribute is stored in two forms, or outside of its rules.
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/kernel/json.ts';
import { parseValue, valuesEqual } from '../../../../src/modules/attribute/index.ts';
import { readValue } from '../../../support/read-value.ts';
import { attributeOf, valueTypeContext } from '../../../support/values.ts';

function firstProblem(...[attribute, value]: Parameters<typeof readValue>) {
  const scope = {
    path: ['values', 'x'],
    channel: null,
    locale: null,
    current: null,
    channelCurrencies: null,
  };
  return parseValue(value, attribute, valueTypeContext(), scope).problems?.[0];
}

describe('a number', () => {
  it('is a decimal text with the scale that was sent', () => {
    expect(readValue(attributeOf('number'), '19.90')).toEqual({ value: '19.90' });
    expect(readValue(attributeOf('number'), 5)).toEqual({ value: '5' });
    expect(readValue(attributeOf('number'), '')).toEqual({ value: null });
  });

  it('without decimals is a JSON integer as long as JSON carries it', () => {
    const attribute = attributeOf('number', { validation: { decimalPlaces: 0 } });
    expect(readValue(attribute, '42')).toEqual({ value: 42 });
    expect(readValue(attribute, '42.000')).toEqual({ value: 42 });
    expect(readValue(attribute, '-0')).toEqual({ value: 0 });
    expect(readValue(attribute, '9007199254740991')).toEqual({ value: 9007199254740991 });
    expect(readValue(attribute, '9007199254740993')).toEqual({ value: '9007199254740993' });
    expect(readValue(attribute, 42.5)).toEqual(['too-many-decimals']);
  });

  it.each<[JsonValue, string]>([
    ['12 kg', 'wrong-type'],
    [true, 'wrong-type'],
    [{ amount: '1' }, 'wrong-type'],
    [9007199254740992, 'wrong-type'],
    ['1.234', 'too-many-decimals'],
    ['1e40', 'too-long'],
    ['-1', 'below-minimum'],
    ['0.49', 'below-minimum'],
    ['100.50', 'above-maximum'],
  ])('refuses %j as %s', (value, code) => {
    const validation = { decimalPlaces: 2, negativeAllowed: false, min: '0.5', max: '100' };
    expect(readValue(attributeOf('number', { validation }), value)).toEqual([code]);
  });

  it('is below zero unless its attribute says otherwise', () => {
    expect(readValue(attributeOf('number'), '-1')).toEqual({ value: '-1' });
    expect(readValue(attributeOf('number', { validation: { negativeAllowed: true } }), '-1')).toEqual({
      value: '-1',
    });
    const attribute = attributeOf('number', { validation: { negativeAllowed: false } });
    expect(readValue(attribute, '-1')).toEqual(['below-minimum']);
    expect(readValue(attribute, '-0.0')).toEqual({ value: '0.0' });
  });

  it('goes in steps from its minimum', () => {
    const attribute = attributeOf('number', { validation: { min: '1', step: '0.25' } });
    expect(readValue(attribute, '1.75')).toEqual({ value: '1.75' });
    expect(readValue(attribute, '1.8')).toEqual(['not-a-step']);
  });

  it('is the same at any scale, also where an older rule stored another JSON type', () => {
    expect(valuesEqual(attributeOf('number'), '19.9', '19.90')).toBe(true);
    expect(valuesEqual(attributeOf('number'), 5, '5.00')).toBe(true);
    expect(valuesEqual(attributeOf('number'), '5', '50')).toBe(false);
  });
});

describe('a boolean', () => {
  it('is true or false and nothing like it', () => {
    expect(readValue(attributeOf('boolean'), false)).toEqual({ value: false });
    for (const value of ['true', 0, 1, 'no'])
      expect(readValue(attributeOf('boolean'), value)).toEqual(['wrong-type']);
  });
});

describe('a date', () => {
  it.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('takes %s', (value) => {
    expect(readValue(attributeOf('date'), value)).toEqual({ value });
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '0000-01-01',
    '01.02.2026',
  ])('refuses %s', (value) => {
    expect(readValue(attributeOf('date'), value)).toEqual(['invalid-date']);
  });

  it('lies within its bounds, of which one may be today', () => {
    const attribute = attributeOf('date', { validation: { min: '2020-01-01', max: 'today' } });
    expect(readValue(attribute, '2019-12-31')).toEqual(['below-minimum']);
    expect(readValue(attribute, '2026-07-01')).toEqual({ value: '2026-07-01' });
    expect(readValue(attribute, '2026-07-02')).toEqual(['above-maximum']);
    expect(readValue(attribute, 20260701)).toEqual(['wrong-type']);
  });
});

describe('a datetime', () => {
  it.each([
    ['2026-07-01T08:30:00Z', '2026-07-01T08:30:00.000Z'],
    ['2026-07-01T10:30:00.5+02:00', '2026-07-01T08:30:00.500Z'],
    ['2026-07-01t08:30:00.123456789z', '2026-07-01T08:30:00.123Z'],
    ['2026-06-30 23:30:00-09:30', '2026-07-01T09:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T23:59:59-00:00', '0099-12-31T23:59:59.000Z'],
  ])('%s is stored as %s', (sent, stored) => {
    expect(readValue(attributeOf('datetime'), sent)).toEqual({ value: stored });
    expect(readValue(attributeOf('datetime'), stored)).toEqual({ value: stored });
  });

  it.each([
    '2026-07-01',
    '2026-07-01T08:30Z',
    '2026-07-01T08:30:00',
    '2026-07-01T24:00:00Z',
    '2026-07-01T08:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-02-29T08:30:00Z',
    '2026-07-01T08:30:00+24:00',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
  ])('refuses %s', (value) => {
    expect(readValue(attributeOf('datetime'), value)).toEqual(['invalid-date']);
  });

  it('lies within its bounds', () => {
    const attribute = attributeOf('datetime', { validation: { min: '2026-01-01T00:00:00.000Z' } });
    expect(readValue(attribute, '2026-01-01T00:30:00+01:00')).toEqual(['below-minimum']);
  });
});

describe('a select', () => {
  it('resolves the option in any case to its own', () => {
    expect(readValue(attributeOf('select'), 'RED')).toEqual({ value: 'red' });
    expect(readValue(attributeOf('select'), 'green')).toEqual({ value: 'Green' });
  });

  it('says which option was probably meant', () => {
    expect(firstProblem(attributeOf('select', { code: 'color' }), 'bleu')).toEqual({
      code: 'option-not-found',
      message: "'bleu' is not an option of set 'colors'. Did you mean 'blue'?",
      text: {
        key: 'did-you-mean',
        params: {
          message: { key: 'option-not-found', params: { value: 'bleu', set: 'colors' } },
          suggestions: ['blue'],
        },
      },
      path: ['values', 'x'],
      attribute: 'color',
      channel: null,
      locale: null,
      value: 'bleu',
      suggestions: ['blue'],
    });
  });

  it('keeps an option that went out of use, but takes it nowhere else', () => {
    expect(readValue(attributeOf('select'), 'BEIGE', { current: 'beige' })).toEqual({ value: 'beige' });
    expect(readValue(attributeOf('select'), 'beige', { current: 'red' })).toEqual(['option-inactive']);
  });

  it('takes no list', () => {
    expect(readValue(attributeOf('select'), ['red'])).toEqual(['wrong-type']);
  });
});

describe('a multi select', () => {
  const attribute = attributeOf('multi_select', { validation: { minItems: 2, maxItems: 3 } });

  it('keeps the order sent', () => {
    expect(readValue(attribute, ['GREEN', 'red'])).toEqual({ value: ['Green', 'red'] });
    expect(valuesEqual(attribute, ['Green', 'red'], ['red', 'Green'])).toBe(false);
  });

  it('that is empty empties the cell, whatever its minimum', () => {
    expect(readValue(attribute, [])).toEqual({ value: null });
    expect(readValue(attribute, '')).toEqual({ value: null });
  });

  it('says at which place what is wrong', () => {
    expect(readValue(attribute, ['red', 'rde', 'Red', 7])).toEqual([
      'option-not-found@1',
      'duplicate-item@2',
      'wrong-type@3',
      'too-many-items',
    ]);
    expect(readValue(attribute, ['red'])).toEqual(['too-few-items']);
    expect(readValue(attribute, 'red')).toEqual(['wrong-type']);
    expect(readValue(attribute, ['red', 'beige'], { current: ['beige'] })).toEqual({
      value: ['red', 'beige'],
    });
  });

  it('does not look up the options of a list that is far too long', () => {
    expect(readValue(attributeOf('multi_select'), Array(1001).fill('nope'))).toEqual(['too-many-items']);
  });
});

describe('a price', () => {
  it('has one amount per currency, in the order of the currencies', () => {
    const sent = [
      { amount: 99, currency: 'usd' },
      { currency: 'EUR', amount: '89.90' },
    ];
    expect(readValue(attributeOf('price'), sent)).toEqual({
      value: [
        { amount: '89.90', currency: 'EUR' },
        { amount: '99', currency: 'USD' },
      ],
    });
  });

  it('without any amount empties the cell', () => {
    expect(readValue(attributeOf('price'), [{ amount: null, currency: 'EUR' }])).toEqual({ value: null });
    expect(readValue(attributeOf('price'), [{ amount: '', currency: 'EUR' }])).toEqual({ value: null });
    expect(readValue(attributeOf('price'), [])).toEqual({ value: null });
  });

  it('does not need the currencies that completeness needs', () => {
    const attribute = attributeOf('price', { validation: { requiredCurrencies: ['EUR', 'USD'] } });
    const value = [{ amount: '1', currency: 'USD' }];
    expect(readValue(attribute, value)).toEqual({ value });
  });

  it('is in the currencies of its channel', () => {
    const value = [{ amount: '1', currency: 'CHF' }];
    expect(readValue(attributeOf('price'), value)).toEqual({ value });
    expect(readValue(attributeOf('price'), value, { channelCurrencies: new Set(['EUR']) })).toEqual([
      'currency-not-enabled@0.currency',
    ]);
  });

  it('says at which place what is wrong', () => {
    const attribute = attributeOf('price', {
      validation: { decimalPlaces: 2, min: '1', negativeAllowed: false },
    });
    const sent = [
      { amount: '0.5', currency: 'EUR' },
      { amount: '2.001', currency: 'USD' },
      { amount: '3', currency: 'XXX' },
      { amount: '4' },
      { amount: '5', currency: 'eur', tax: 19 },
      '6',
    ];
    expect(readValue(attribute, sent)).toEqual([
      'below-minimum@0.amount',
      'too-many-decimals@1.amount',
      'currency-not-enabled@2.currency',
      'required@3.currency',
      'unknown-property@4.tax',
      'duplicate-item@4',
      'wrong-type@5',
    ]);
    expect(readValue(attribute, { amount: '5', currency: 'EUR' })).toEqual(['wrong-type']);
    expect(readValue(attribute, '5')).toEqual(['wrong-type']);
  });

  it('is the same at any scale, but not with another currency', () => {
    const price = (amount: string, currency: string) => [{ amount, currency }];
    expect(valuesEqual(attributeOf('price'), price('19.9', 'EUR'), price('19.90', 'EUR'))).toBe(true);
    expect(valuesEqual(attributeOf('price'), price('19.9', 'EUR'), price('19.9', 'USD'))).toBe(false);
    expect(valuesEqual(attributeOf('price'), price('1', 'EUR'), [])).toBe(false);
  });
});

describe('a measurement', () => {
  it('keeps amount and unit as sent, the unit in its own case', () => {
    expect(readValue(attributeOf('measurement'), { amount: 1.5, unit: 'kilogram' })).toEqual({
      value: { amount: '1.5', unit: 'KILOGRAM' },
    });
  });

  it('without amount empties the cell', () => {
    expect(readValue(attributeOf('measurement'), { amount: null, unit: 'GRAM' })).toEqual({ value: null });
    expect(readValue(attributeOf('measurement'), { amount: '', unit: '' })).toEqual({ value: null });
  });

  it('compares its bounds in the standard unit', () => {
    const weight = attributeOf('measurement', { validation: { min: '0.1', max: '2' } });
    expect(readValue(weight, { amount: '99.99', unit: 'GRAM' })).toEqual(['below-minimum@amount']);
    expect(readValue(weight, { amount: '2000.00', unit: 'GRAM' })).toEqual({
      value: { amount: '2000.00', unit: 'GRAM' },
    });
    expect(readValue(weight, { amount: '5', unit: 'POUND' })).toEqual(['above-maximum@amount']);
    const oven = attributeOf('measurement', {
      measurementFamily: 'temperature',
      validation: { min: '373.15' },
    });
    expect(readValue(oven, { amount: '212', unit: 'FAHRENHEIT' })).toEqual({
      value: { amount: '212', unit: 'FAHRENHEIT' },
    });
  });

  it('says what is wrong with it', () => {
    const attribute = attributeOf('measurement', { validation: { units: ['GRAM'], decimalPlaces: 1 } });
    expect(readValue(attribute, { amount: '1', unit: 'METER' })).toEqual(['unit-not-in-family@unit']);
    expect(readValue(attribute, { amount: '1', unit: 'KILOGRAM' })).toEqual(['value-not-allowed@unit']);
    expect(readValue(attribute, { amount: '1' })).toEqual(['required@unit']);
    expect(readValue(attribute, { unit: 'GRAM' })).toEqual(['wrong-type@amount']);
    expect(readValue(attribute, { amount: '1.25', unit: 'gram', per: 'piece' })).toEqual([
      'unknown-property@per',
      'too-many-decimals@amount',
    ]);
    expect(readValue(attribute, 5)).toEqual(['wrong-type']);
    expect(firstProblem(attribute, 5)?.message).toBe(
      `'some_measurement' must be an amount with a unit: {"value": {"amount": "1.5", "unit": "KILOGRAM"}}.`,
    );
  });

  it('in another unit is another value', () => {
    const attribute = attributeOf('measurement');
    const inGrams = { amount: '1000', unit: 'GRAM' };
    expect(valuesEqual(attribute, inGrams, { amount: '1000.0', unit: 'GRAM' })).toBe(true);
    expect(valuesEqual(attribute, inGrams, { amount: '1', unit: 'KILOGRAM' })).toBe(false);
  });
});

describe('a media value', () => {
  it('is the code of a known file', () => {
    expect(readValue(attributeOf('media'), 'SHOE-front')).toEqual({ value: 'Shoe-Front' });
    expect(readValue(attributeOf('media'), 'shoe-back')).toEqual(['media-not-found']);
    expect(readValue(attributeOf('media'), 7)).toEqual(['wrong-type']);
  });

  it.each([
    [
      { mimeTypes: ['image/*'], extensions: ['png'], maxSize: 2048, minWidth: 1600, aspectRatio: '16:9' },
      null,
    ],
    [{ mimeTypes: ['image/jpeg', 'video/*'] }, 'mime-not-allowed'],
    [{ extensions: ['jpg'] }, 'mime-not-allowed'],
    [{ maxSize: 2047 }, 'file-too-large'],
    [{ minHeight: 901 }, 'image-too-small'],
    [{ aspectRatio: '4:3' }, 'image-too-small'],
  ])('has to fit %j', (validation, code) => {
    const read = readValue(attributeOf('media', { validation }), 'Shoe-Front');
    expect(read).toEqual(code === null ? { value: 'Shoe-Front' } : [code]);
  });
});

describe('a list of media', () => {
  const attribute = attributeOf('media_list', { validation: { maxSize: 2000, minItems: 1, maxItems: 2 } });
  const free = attributeOf('media_list');

  it('keeps the order sent, in the stored case', () => {
    expect(readValue(free, ['SHOE-SOLE', 'shoe-front'])).toEqual({ value: ['Shoe-Sole', 'Shoe-Front'] });
    expect(valuesEqual(free, ['Shoe-Sole', 'Shoe-Front'], ['Shoe-Front', 'Shoe-Sole'])).toBe(false);
    expect(readValue(free, [])).toEqual({ value: null });
  });

  it('says at which place what is wrong', () => {
    expect(readValue(attribute, ['shoe-sole', 'shoe-front', 'SHOE-SOLE', 'shoe-back', 7])).toEqual([
      'file-too-large@1',
      'duplicate-item@2',
      'media-not-found@3',
      'wrong-type@4',
      'too-many-items',
    ]);
    expect(readValue(attributeOf('media_list', { validation: { minItems: 2 } }), ['shoe-sole'])).toEqual([
      'too-few-items',
    ]);
    expect(readValue(free, 'Shoe-Front')).toEqual(['wrong-type']);
    expect(firstProblem(free, 'Shoe-Front')?.message).toBe(
      `'some_media_list' must be a list of media file codes: {"value": ["…", "…"]}.`,
    );
  });

  it('names every rule that a file breaks', () => {
    const strict = attributeOf('media_list', { validation: { mimeTypes: ['image/png'], minWidth: 500 } });
    expect(readValue(strict, ['Shoe-Sole'])).toEqual(['mime-not-allowed@0', 'image-too-small@0']);
  });

  it('keeps a file that broke no rule when it was written', () => {
    expect(readValue(attribute, ['Shoe-Sole', 'Shoe-Front'], { current: ['Shoe-Front'] })).toEqual({
      value: ['Shoe-Sole', 'Shoe-Front'],
    });
  });
});
