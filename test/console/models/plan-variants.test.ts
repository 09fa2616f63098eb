// Risk: variants get SKUs, parents or axis values that nobody has chosen.
import { describe, expect, test } from 'vitest';
import { parseAxisValue, splitAxisInput } from '../../../src/console/catalogue/create/axis-value.ts';
import {
  type AxisValue,
  defaultPattern,
  type ExistingProduct,
  plannedVariantKey,
  planVariants,
} from '../../../src/console/catalogue/create/plan-variants.ts';
import { inferSkuScheme } from '../../../src/console/catalogue/create/sku-scheme.ts';

const axisValue = (text: string): AxisValue => ({ value: text.toLowerCase(), text, label: text });
const product = (
  type: 'MODEL' | 'VARIANT',
  sku: string,
  values: Readonly<Record<string, AxisValue>>,
): ExistingProduct => ({ type, sku, values: new Map(Object.entries(values)) });
const LEVELS = [
  [{ code: 'finish', values: ['Oiled oak', 'Brass', 'Black'].map(axisValue) }],
  [
    { code: 'power', values: ['4.5', '9'].map(axisValue) },
    { code: 'size', values: ['S', 'L'].map(axisValue) },
  ],
];

test('three finishes, two powers and two sizes are three models and twelve variants below them', () => {
  const pattern = defaultPattern([['finish'], ['power', 'size']]);
  expect(pattern).toBe('{family}-{finish}-{power}-{size}');
  const planned = planVariants('HERON', LEVELS, pattern);
  expect(planned.length).toBe(15);
  expect(planned.slice(0, 2)).toEqual([
    {
      sku: 'HERON-OILED-OAK',
      parent: 'HERON',
      type: 'MODEL',
      labels: ['Oiled oak'],
      values: [{ attribute: 'finish', value: 'oiled oak' }],
    },
    {
      sku: 'HERON-OILED-OAK-4.5-S',
      parent: 'HERON-OILED-OAK',
      type: 'VARIANT',
      labels: ['Oiled oak', '4.5', 'S'],
      values: [
        { attribute: 'power', value: '4.5' },
        { attribute: 'size', value: 's' },
      ],
    },
  ]);
  expect(new Set(planned.map(({ sku }) => sku)).size).toBe(15);
});

test('a pattern may leave out an axis; then SKUs meet, which the API refuses', () => {
  const planned = planVariants('H', LEVELS.slice(1), '{family}.{power}');
  expect(planned.map(({ sku }) => sku)).toEqual(['H.4.5', 'H.4.5', 'H.9', 'H.9']);
  expect(planned.every(({ parent, type }) => parent === 'H' && type === 'VARIANT')).toBe(true);
});

test('a model that is there already is not planned again, and gets the variants of its values', () => {
  const existing = [product('MODEL', 'HERON-OAK', { finish: axisValue('Oiled oak') })];
  const planned = planVariants('HERON', LEVELS, '{family}-{finish}-{power}-{size}', existing);
  expect(planned.filter(({ type }) => type === 'MODEL').map(({ sku }) => sku)).toEqual([
    'HERON-BRASS',
    'HERON-BLACK',
  ]);
  expect(planned.slice(0, 4).map(({ sku, parent }) => [sku, parent])).toEqual([
    ['HERON-OILED-OAK-4.5-S', 'HERON-OAK'],
    ['HERON-OILED-OAK-4.5-L', 'HERON-OAK'],
    ['HERON-OILED-OAK-9-S', 'HERON-OAK'],
    ['HERON-OILED-OAK-9-L', 'HERON-OAK'],
  ]);
});

test('a variant that is there already is not planned again', () => {
  const values = { finish: axisValue('Oiled oak'), power: axisValue('9'), size: axisValue('L') };
  const planned = planVariants('HERON', LEVELS, defaultPattern([['finish'], ['power', 'size']]), [
    product('MODEL', 'HERON-OAK', { finish: axisValue('Oiled oak') }),
    product('VARIANT', 'HERON-OAK-9-L', values),
  ]);
  expect(planned.filter(({ type }) => type === 'VARIANT').length).toBe(11);
  expect(planned.map(({ labels }) => labels.join(' '))).not.toContain('Oiled oak 9 L');
});

test('a SKU that somebody has typed stays, and variants are created below the model that has it', () => {
  const edited = new Map([
    [plannedVariantKey({ labels: ['Oiled oak'] }), 'OAKS'],
    [plannedVariantKey({ labels: ['Oiled oak', '9', 'S'] }), 'OAKS/9'],
  ]);
  const planned = planVariants('HERON', LEVELS, '{finish}.{power}.{size}', [], edited);
  expect(planned.slice(0, 4).map(({ sku, parent }) => [sku, parent])).toEqual([
    ['OAKS', 'HERON'],
    ['OILED-OAK.4.5.S', 'OAKS'],
    ['OILED-OAK.4.5.L', 'OAKS'],
    ['OAKS/9', 'OAKS'],
  ]);
});

describe('the scheme of the SKUs of a family', () => {
  const finish = (code: string, label: string): AxisValue => ({ value: code, text: code, label });
  const watts = (amount: string): AxisValue => ({
    value: { amount, unit: 'WATT' },
    text: amount,
    label: `${amount.replace('.', ',')} W`,
  });
  const [oak, walnut] = [finish('oiled_oak', 'Oiled oak'), finish('smoked_walnut', 'Smoked walnut')];
  const steel = finish('black_steel', 'Black steel');
  const of = (family: string, ...siblings: readonly (readonly [string, AxisValue, AxisValue])[]) =>
    inferSkuScheme(
      family,
      [['finish', 'power']],
      siblings.map(([sku, first, second]) => product('VARIANT', sku, { finish: first, power: second })),
    );

  test('is seen in its variants: which part of a label, the unit, the signs, the order', () => {
    const lamps = of('LAMP', ['LAMP-OAK-9W', oak, watts('9')], ['LAMP-OAK-12W', oak, watts('12')]);
    expect(lamps.pattern).toBe('{family}-{finish}-{power}');
    expect([lamps.textOf('finish', walnut), lamps.textOf('power', watts('4.5'))]).toEqual(['WALNUT', '4.5W']);
    const turned = of(
      'L_1',
      ['L_1/9_oiled-oak', oak, watts('9')],
      ['L_1/12_smoked-walnut', walnut, watts('12')],
    );
    expect(turned.pattern).toBe('{family}/{power}_{finish}');
    expect(turned.textOf('finish', steel)).toBe('BLACK-STEEL');
  });

  test('keeps words of its own, and what stands before them', () => {
    const { pattern, textOf } = of(
      'LAMP-MODEL',
      ['LAMP-XK-9', oak, watts('9')],
      ['LAMP-ZZ-9', walnut, watts('9')],
    );
    expect(pattern).toBe('LAMP-{finish}-{power}');
    expect([oak, walnut, steel].map((value) => textOf('finish', value))).toEqual(['XK', 'ZZ', 'BLACK-STEEL']);
  });

  test('is that of new families where none can be seen', () => {
    const strange = of('LAMP', ['4711', oak, watts('9')], ['X', walnut, watts('12')]);
    expect(strange.pattern).toBe('{family}-{finish}-{power}');
    expect(of('LAMP').textOf('finish', oak)).toBe('OILED-OAK');
    // Two finishes with one word are not told apart by it.
    expect(of('L', ['L-A-9', oak, watts('9')], ['L-A-12', walnut, watts('12')]).textOf('finish', oak)).toBe(
      'OILED-OAK',
    );
  });
});

test('a measurement is typed with its unit or without it, several at once, and is one value', () => {
  const power = {
    code: 'power',
    type: 'MEASUREMENT',
    readOnly: false,
    defaultUnit: 'WATT',
    optionSet: null,
    measurementFamily: {
      units: [
        { code: 'WATT', symbol: 'W' },
        { code: 'KILOWATT', symbol: 'kW' },
      ],
    },
  };
  expect(splitAxisInput(power, '9 W')).toEqual(['9 W']);
  expect(splitAxisInput(power, '7 12 W')).toEqual(['7', '12 W']);
  // A comma separates values unless it is within a number.
  for (const typed of ['7 W, 12 W', '7 W,12 W', '7 W, 12 W,', '7 W , 12 W'])
    expect(splitAxisInput(power, typed)).toEqual(['7 W', '12 W']);
  expect(splitAxisInput(power, '7, 12')).toEqual(['7', '12']);
  expect(splitAxisInput(power, '7,5 W, 12,5 W')).toEqual(['7,5 W', '12,5 W']);
  expect(splitAxisInput({ ...power, type: 'TEXT' }, 'Type 2')).toEqual(['Type 2']);
  expect(['9 W', '9', '2 kW'].map((text) => parseAxisValue(power, text))).toEqual([
    { value: { amount: '9', unit: 'WATT' }, label: '9 W', text: '9' },
    { value: { amount: '9', unit: 'WATT' }, label: '9 W', text: '9' },
    { value: { amount: '2', unit: 'KILOWATT' }, label: '2 kW', text: '2 kW' },
  ]);
  expect(parseAxisValue(power, '9 miles')).toBe('“miles” is not one of the units.');
});
