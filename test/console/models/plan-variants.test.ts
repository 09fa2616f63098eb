// Risk: variants get SKUs, parents or axis values that nobody has chosen.
import { expect, test } from 'vitest';
import { defaultPattern, planVariants } from '../../../src/console/products/create/plan-variants.ts';

const axisValue = (text: string) => ({ value: text.toLowerCase(), text });
const LEVELS = [
  [{ code: 'finish', values: ['Oiled oak', 'Brass', 'Black'].map(axisValue) }],
  [
    { code: 'power', values: [{ value: '4.5', text: '4.5' }, axisValue('9')] },
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
      values: [{ attribute: 'finish', value: 'oiled oak' }],
    },
    {
      sku: 'HERON-OILED-OAK-4.5-S',
      parent: 'HERON-OILED-OAK',
      type: 'VARIANT',
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
  const existing = [{ sku: 'HERON-OAK', values: new Map([['finish', 'oiled oak']]) }];
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
