// Removes the risk that prices and measures lose digits or scale, or compare wrongly.
import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  decimalEquals,
  isMultipleOfStep,
  parseDecimal,
  roundDecimal,
  safeParseDecimal,
  scaleDecimal,
  trimDecimal,
  unscaleDecimal,
} from '../../src/kernel/decimal.ts';

const decimals = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
    fc.option(fc.stringMatching(/^\d{1,12}$/), { nil: undefined }),
  )
  .map(
    ([negative, whole, fraction]) =>
      `${negative ? '-' : ''}${whole}${fraction === undefined ? '' : `.${fraction}`}`,
  );

describe('reading a decimal', () => {
  it.each([
    ['19.90', '19.90'],
    [19.9, '19.9'],
    ['+5', '5'],
    ['007.50', '7.50'],
    ['.5', '0.5'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    [-0, '0'],
    ['-0.10', '-0.10'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    ['-12.5e1', '-125'],
    [1e-7, '0.0000001'],
    [12345678901234.5, '12345678901234.5'],
    [9007199254740991, '9007199254740991'],
    ['0.123456789012', '0.123456789012'],
    ['1.0000000000000000', '1.000000000000'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['123456789012345678.123456789012', '123456789012345678.123456789012'],
  ])('writes %j as %j', (input, text) => {
    expect(parseDecimal(input)).toBe(text);
  });

  it.each([
    ['', 'not-a-decimal'],
    ['.', 'not-a-decimal'],
    ['5.', 'not-a-decimal'],
    ['1,5', 'not-a-decimal'],
    [' 1', 'not-a-decimal'],
    ['1 000', 'not-a-decimal'],
    ['0x10', 'not-a-decimal'],
    ['٣', 'not-a-decimal'],
    ['NaN', 'not-a-decimal'],
    [Number.NaN, 'not-a-decimal'],
    [Number.POSITIVE_INFINITY, 'not-a-decimal'],
    [true, 'not-a-decimal'],
    [null, 'not-a-decimal'],
    [['1'], 'not-a-decimal'],
    ['1e9999', 'not-a-decimal'],
    ['1e30', 'too-many-digits'],
    ['1234567890123456789012345678901', 'too-many-digits'],
    ['1234567890123456789.123456789012', 'too-many-digits'],
    ['0.1234567890123', 'too-many-places'],
    ['1e-13', 'too-many-places'],
    [9007199254740992, 'imprecise-number'],
    [0.30000000000000004, 'imprecise-number'],
    [1234567890123.4568, 'imprecise-number'],
    [123456789012345.6, 'imprecise-number'],
  ])('refuses %j as %s', (input, fault) => {
    expect(safeParseDecimal(input).fault).toBe(fault);
  });

  it('drops only zeros beyond the places asked for', () => {
    expect(safeParseDecimal('5.00', 0)).toEqual({ text: '5' });
    expect(safeParseDecimal('5.10', 1)).toEqual({ text: '5.1' });
    expect(safeParseDecimal('5.11', 1)).toEqual({ fault: 'too-many-places' });
  });

  it('leaves its own output as it is', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        const canonical = parseDecimal(text);
        expect(canonical).not.toBeNull();
        expect(parseDecimal(canonical)).toBe(canonical);
        expect(new Big(canonical ?? '').eq(text)).toBe(true);
      }),
    );
  });

  it('reads a number as the text that JSON writes for it, or refuses it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = parseDecimal(number);
        if (text !== null) expect(Number(text)).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

describe('comparing decimals', () => {
  it.each([
    ['19.9', '19.90', 0],
    ['2', '10', -1],
    ['-2', '-10', 1],
    ['-0.1', '0', -1],
    ['0.10', '0.09', 1],
    ['0', '0.000', 0],
    ['1.05', '1.5', -1],
  ])('finds %s against %s', (a, b, order) => {
    expect(Math.sign(compareDecimals(a, b))).toBe(order);
    expect(decimalEquals(a, b)).toBe(order === 0);
  });

  it('agrees with exact arithmetic', () => {
    fc.assert(
      fc.property(decimals, decimals, (left, right) => {
        const [a, b] = [parseDecimal(left) ?? '', parseDecimal(right) ?? ''];
        expect(Math.sign(compareDecimals(a, b))).toBe(new Big(a).cmp(b));
      }),
    );
  });
});

describe('reckoning with decimals', () => {
  it('scales and unscales exactly', () => {
    expect(scaleDecimal('12345678901234567.89', '1000000', '0.5')).toBe('12345678901234567890000.5');
    expect(unscaleDecimal('10', '3', '0')).toBe('3.333333333333');
    expect(unscaleDecimal('20', '3', '0')).toBe('6.666666666667');
    expect(unscaleDecimal('300', '1', '273.15')).toBe('26.85');
  });

  it('rounds half away from zero', () => {
    expect(roundDecimal('2.5', 0)).toBe('3');
    expect(roundDecimal('-2.5', 0)).toBe('-3');
    expect(roundDecimal('0.0000001', 3)).toBe('0');
    expect(roundDecimal('-0.0000001', 3)).toBe('0');
  });

  it('trims the scale without touching whole numbers', () => {
    expect(trimDecimal('100')).toBe('100');
    expect(trimDecimal('100.00')).toBe('100');
    expect(trimDecimal('0.50')).toBe('0.5');
  });

  it('counts steps from the origin', () => {
    expect(isMultipleOfStep('0.3', '0.1', '0')).toBe(true);
    expect(isMultipleOfStep('7', '5', '2')).toBe(true);
    expect(isMultipleOfStep('8', '5', '2')).toBe(false);
    expect(isMultipleOfStep('-3', '5', '2')).toBe(true);
  });
});
