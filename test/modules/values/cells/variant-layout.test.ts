// Removes the risk that two equal variants exist side by side, or that values land on the wrong level.
import { describe, expect, it } from 'vitest';
import type { Values } from '../../../../src/modules/values/cells/cells.ts';
import {
  axesAt,
  axisKey,
  axisLevelOf,
  checkAxes,
  levelOf,
  type VariantLayout,
} from '../../../../src/modules/values/cells/variant-layout.ts';
import { attributeOf, valueTypeContext } from '../../../support/values.ts';

const LAYOUT: VariantLayout = {
  code: 'by_color_and_size',
  levels: [
    { axes: ['color'], attributes: ['image', 'color'] },
    { axes: ['size', 'width'], attributes: ['ean'] },
  ],
};
const { findMeasurementFamily } = valueTypeContext();
const width = attributeOf('measurement', { code: 'width', measurementFamily: 'length' });

function keyOf(level: number, own: Values): string | null {
  return axisKey(
    { layout: LAYOUT, level },
    own,
    (code) => (code === 'width' ? width : undefined),
    findMeasurementFamily,
  );
}

describe('a variant layout', () => {
  it('puts axes and named attributes on their level and all others on the root', () => {
    expect(['name', 'color', 'image', 'size', 'width', 'ean'].map((code) => levelOf(LAYOUT, code))).toEqual([
      0, 1, 1, 2, 2, 2,
    ]);
    expect(['name', 'color', 'image', 'width'].map((code) => axisLevelOf(LAYOUT, code))).toEqual([
      undefined,
      1,
      undefined,
      2,
    ]);
  });

  it('has no axes at the root', () => {
    expect([0, 1, 2, 3].map((level) => axesAt(LAYOUT, level))).toEqual([
      [],
      ['color'],
      ['size', 'width'],
      [],
    ]);
  });

  it('names the axes that a product still misses', () => {
    expect(checkAxes({ layout: LAYOUT, level: 0 }, {})).toEqual([]);
    expect(checkAxes({ layout: LAYOUT, level: 2 }, { size: [{ value: 'M' }] })).toMatchObject([
      { code: 'axis-missing', path: ['values', 'width'], attribute: 'width' },
    ]);
    expect(checkAxes({ layout: LAYOUT, level: 1 }, { color: [{ value: 'red' }] })).toEqual([]);
  });
});

describe('the key of a variant', () => {
  it('is the axis values in the order of the axes', () => {
    const own = { width: [{ value: { amount: '1.50', unit: 'METER' } }], size: [{ value: 'M' }] };
    expect(keyOf(2, own)).toBe('[["size","M"],["width","1.5"]]');
  });

  it('is equal for equal measurements in different units', () => {
    const inUnit = (amount: string, unit: string) =>
      keyOf(2, { size: [{ value: 'M' }], width: [{ value: { amount, unit } }] });
    expect(inUnit('150', 'CENTIMETER')).toBe(inUnit('1.5', 'METER'));
    expect(inUnit('150', 'CENTIMETER')).not.toBe(inUnit('151', 'CENTIMETER'));
  });

  it('does not depend on the scale, even of a measurement whose family is gone', () => {
    const heavy = (amount: string) => ({ color: [{ value: { amount, unit: 'STEIN' } }] });
    expect(keyOf(1, heavy('2.50'))).toBe('[["color","2.5 STEIN"]]');
  });

  it('tells values apart that only look alike', () => {
    const key = (value: string | boolean) => keyOf(1, { color: [{ value }] });
    expect(key(true)).not.toBe(key('true'));
  });

  it('is null at the root and while an axis is empty', () => {
    expect(keyOf(0, { color: [{ value: 'red' }] })).toBeNull();
    expect(keyOf(2, { size: [{ value: 'M' }] })).toBeNull();
  });
});
