// Removes the risk that a unit carries a wrong factor, or that converting loses digits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalEquals } from '../../../src/kernel/decimal.ts';
import {
  BUILT_IN_FAMILIES,
  checkMeasurementFamily,
  convert,
  findUnit,
  type MeasurementFamily,
  toStandardUnit,
} from '../../../src/modules/measurement/index.ts';

function family(code: string): MeasurementFamily {
  const found = BUILT_IN_FAMILIES.find((candidate) => candidate.code === code);
  if (found === undefined) throw new Error(`no family ${code}`);
  return found;
}

describe('the built-in families', () => {
  it('are the fifteen of the contract, each sound in itself', () => {
    expect(BUILT_IN_FAMILIES.map(({ code }) => code)).toEqual([
      'length',
      'area',
      'volume',
      'weight',
      'temperature',
      'power',
      'voltage',
      'current',
      'energy',
      'frequency',
      'duration',
      'data',
      'pressure',
      'speed',
      'angle',
    ]);
    for (const each of BUILT_IN_FAMILIES) expect(checkMeasurementFamily(each)).toEqual([]);
  });

  it('have a name in three languages for every family and unit', () => {
    for (const { labels, units } of BUILT_IN_FAMILIES) {
      for (const named of [labels, ...units.map((unit) => unit.labels)]) {
        expect(Object.keys(named)).toEqual(['en_US', 'de_DE', 'fr_FR']);
        expect(Object.values(named).every((text) => text.trim() === text && text !== '')).toBe(true);
      }
    }
  });

  it.each([
    ['length', '1', 'MILE', 'KILOMETER', '1.609344'],
    ['length', '12', 'INCH', 'FEET', '1'],
    ['length', '3', 'FEET', 'YARD', '1'],
    ['length', '22', 'YARD', 'CHAIN', '1'],
    ['length', '8', 'FURLONG', 'MILE', '1'],
    ['length', '1', 'FATHOM', 'FEET', '6'],
    ['length', '1000', 'MIL', 'INCH', '1'],
    ['length', '2.50', 'DEKAMETER', 'DECIMETER', '250'],
    ['area', '640', 'ACRE', 'SQUARE_MILE', '1'],
    ['area', '1', 'SQUARE_FURLONG', 'ACRE', '10'],
    ['area', '144', 'SQUARE_INCH', 'SQUARE_FOOT', '1'],
    ['area', '1', 'HECTARE', 'ARE', '100'],
    ['volume', '1', 'CUBIC_FOOT', 'CUBIC_INCH', '1728'],
    ['volume', '27', 'CUBIC_FOOT', 'CUBIC_YARD', '1'],
    ['volume', '8', 'PINT', 'GALLON', '1'],
    ['volume', '160', 'OUNCE', 'GALLON', '1'],
    ['volume', '1', 'BARREL', 'GALLON', '36'],
    ['volume', '75', 'CENTILITER', 'LITER', '0.75'],
    ['volume', '1', 'LITER', 'CUBIC_CENTIMETER', '1000'],
    ['weight', '16', 'OUNCE', 'POUND', '1'],
    ['weight', '14', 'POUND', 'STONE', '1'],
    ['weight', '7000', 'GRAIN', 'POUND', '1'],
    ['weight', '2', 'MARC', 'LIVRE', '1'],
    ['weight', '0.35', 'KILOGRAM', 'GRAM', '350'],
    ['weight', '1', 'MILLIGRAM', 'TON', '0.000000001'],
    ['temperature', '212', 'FAHRENHEIT', 'CELSIUS', '100'],
    ['temperature', '32', 'FAHRENHEIT', 'KELVIN', '273.15'],
    ['temperature', '-40', 'CELSIUS', 'FAHRENHEIT', '-40'],
    ['temperature', '100', 'CELSIUS', 'REAUMUR', '80'],
    ['temperature', '491.67', 'RANKINE', 'CELSIUS', '0'],
    ['power', '1500', 'WATT', 'KILOWATT', '1.5'],
    ['voltage', '230', 'VOLT', 'HECTOVOLT', '2.3'],
    ['current', '16', 'AMPERE', 'MILLIAMPERE', '16000'],
    ['energy', '1', 'KILOWATTHOUR', 'KILOJOULE', '3600'],
    ['energy', '1', 'KILOCALORIE', 'JOULE', '4184'],
    ['frequency', '2.4', 'GIGAHERTZ', 'MEGAHERTZ', '2400'],
    ['duration', '1', 'WEEK', 'HOUR', '168'],
    ['duration', '1', 'YEAR', 'MONTH', '12'],
    ['data', '1', 'GIGABYTE', 'MEGABYTE', '1024'],
    ['data', '8', 'BIT', 'BYTE', '1'],
    ['pressure', '1', 'ATM', 'HECTOPASCAL', '1013.25'],
    ['pressure', '760', 'TORR', 'ATM', '1'],
    ['pressure', '1', 'BAR', 'PSI', '14.503773773021'],
    ['speed', '100', 'KILOMETER_PER_HOUR', 'MILE_PER_HOUR', '62.137119223733'],
    ['speed', '1', 'KNOT', 'KILOMETER_PER_HOUR', '1.852'],
    ['speed', '36', 'KILOMETER_PER_HOUR', 'METER_PER_SECOND', '10'],
    ['angle', '180', 'DEGREE', 'RADIAN', '3.14159265359'],
    ['angle', '1', 'REVOLUTION', 'DEGREE', '360'],
    ['angle', '1', 'REVOLUTION', 'MIL', '6400'],
    ['angle', '1', 'DEGREE', 'SECOND', '3600'],
    ['angle', '100', 'GON', 'DEGREE', '90'],
  ])('%s: %s %s is as much in %s: %s', (code, amount, from, to, expected) => {
    expect(convert(amount, from, to, family(code))).toBe(expected);
  });
});

describe('converting', () => {
  it('leaves an amount in its own unit as it is, with its scale', () => {
    expect(convert('1.50', 'METER', 'meter', family('length'))).toBe('1.50');
  });

  it('goes to any unit and back without loss within the places kept', () => {
    const units = family('length').units.map(({ code }) => code);
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.constantFrom(...units), (amount, unit) => {
        const there = toStandardUnit(String(amount), unit, family('length'));
        expect(decimalEquals(convert(there, 'METER', unit, family('length')), String(amount))).toBe(true);
      }),
    );
  });

  it('gives equal texts for equal quantities, whatever their units', () => {
    const weight = family('weight');
    expect(toStandardUnit('350', 'GRAM', weight)).toBe('0.35');
    expect(toStandardUnit('0.350', 'KILOGRAM', weight)).toBe('0.35');
    expect(toStandardUnit('350000.0', 'milligram', weight)).toBe('0.35');
    expect(toStandardUnit('212', 'FAHRENHEIT', family('temperature'))).toBe('373.15');
  });

  it('finds units in any case and throws for those of other families', () => {
    expect(findUnit(family('weight'), 'kilogram')?.code).toBe('KILOGRAM');
    expect(findUnit(family('weight'), 'METER')).toBeUndefined();
    expect(() => convert('1', 'METER', 'GRAM', family('weight'))).toThrow("has no unit 'METER'");
  });
});

describe('the definition of a family', () => {
  const sound: MeasurementFamily = {
    code: 'loudness',
    labels: {},
    standardUnit: 'DECIBEL',
    units: [{ code: 'DECIBEL', labels: {}, symbol: 'dB', factor: '1', offset: '0' }],
  };

  it('is accepted when sound', () => {
    expect(checkMeasurementFamily(sound)).toEqual([]);
  });

  it('names everything that is wrong with it', () => {
    const problems = checkMeasurementFamily({
      ...sound,
      code: 'loud ness',
      standardUnit: 'BEL',
      units: [
        { code: 'BEL', labels: {}, symbol: 'B', factor: '10', offset: '0' },
        { code: 'bel', labels: {}, symbol: 'B', factor: '0.0', offset: 'x' },
      ],
    });
    expect(problems.map(({ code, path }) => [code, path.join('.')])).toEqual([
      ['invalid-code', 'code'],
      ['duplicate-item', 'units.1.code'],
      ['invalid-format', 'units.1.factor'],
      ['invalid-format', 'units.1.offset'],
      ['value-not-allowed', 'standardUnit'],
    ]);
  });

  it('needs its standard unit among its units', () => {
    expect(checkMeasurementFamily({ ...sound, standardUnit: 'SONE' })).toMatchObject([
      { code: 'unit-not-in-family', path: ['standardUnit'] },
    ]);
  });
});
