import Big from 'big.js';

/** Maximum number of digits of a stored decimal, before and after the point together. */
export const MAX_DECIMAL_DIGITS = 30;
/** Maximum number of digits after the point. */
export const MAX_DECIMAL_PLACES = 12;

/** Reason why an input is no decimal. */
export type DecimalError = 'not-a-decimal' | 'imprecise-number' | 'too-many-digits' | 'too-many-places';

export type DecimalParseResult =
  | { readonly text: string; readonly fault?: undefined }
  | { readonly text?: undefined; readonly fault: DecimalError };

/** Matches sign, digits before and after the point, exponent. Linear: no two parts can match the same text. */
const DECIMAL_PATTERN = /^([+-]?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
/** Almost every stored decimal has this form already and needs no conversion. */
const CANONICAL_PATTERN = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,12})?$/;
/** A division rounds by the settings of its constructor; the library's own stay untouched. */
const Divider = Big();
Divider.DP = MAX_DECIMAL_PLACES;
Divider.RM = Big.roundHalfUp;

const NOT_A_DECIMAL: DecimalParseResult = { fault: 'not-a-decimal' };

/**
 * Reads a decimal and writes it in the one stored form: no `+`, no leading zeros, no exponent, `0` for `-0`, and the
 * scale that was sent (`"19.90"` stays `"19.90"`; zeros beyond `decimalPlaces` are dropped). A number is taken only when it
 * certainly is what the sender wrote: safe integers, and fractions of at most 15 digits; longer ones have to be sent
 * as a text (`imprecise-number`).
 */
export function safeParseDecimal(input: unknown, decimalPlaces = MAX_DECIMAL_PLACES): DecimalParseResult {
  if (typeof input === 'number') return readNumber(input, decimalPlaces);
  if (typeof input !== 'string') return NOT_A_DECIMAL;
  if (
    CANONICAL_PATTERN.test(input) &&
    input.length - pointOf(input) - 1 <= decimalPlaces &&
    !isNegativeZero(input)
  ) {
    return { text: input };
  }
  // Longer texts cannot be decimals of 30 digits, unless somebody pads them with zeros.
  if (input.length > 100) return NOT_A_DECIMAL;
  const match = DECIMAL_PATTERN.exec(input);
  if (match === null) return NOT_A_DECIMAL;
  const [, sign = '', whole = '', fraction = '', exponent] = match;
  if (whole === '' && fraction === '') return NOT_A_DECIMAL;
  return canonical(
    sign === '-',
    whole,
    fraction,
    exponent === undefined ? 0 : Number(exponent),
    decimalPlaces,
  );
}

/** Returns the stored form of a decimal, or null when it is none; see {@link safeParseDecimal} for the reason. */
export function parseDecimal(input: unknown): string | null {
  return safeParseDecimal(input).text ?? null;
}

/**
 * Returns a negative number, zero or a positive number, as `a` is less than, equal to or greater than `b`; both in
 * the stored form.
 */
export function compareDecimals(a: string, b: string): number {
  if (a === b) return 0;
  const negative = a.startsWith('-');
  if (negative !== b.startsWith('-')) return negative ? -1 : 1;
  return negative ? compareMagnitudes(b, a, 1) : compareMagnitudes(a, b, 0);
}

/** Returns true if both mean the same number, whatever their scale: `19.9` and `19.90`. */
export function decimalEquals(a: string, b: string): boolean {
  return compareDecimals(a, b) === 0;
}

/** Returns true for the number 0 at any scale. */
export function isZeroDecimal(decimal: string): boolean {
  return /^-?0(?:\.0+)?$/.test(decimal);
}

/** Removes zeros at the end of the fraction: one text per number, fit for keys and digests. */
export function trimDecimal(decimal: string): string {
  if (!decimal.includes('.')) return decimal;
  const trimmed = decimal.replace(/\.?0+$/, '');
  return trimmed === '-0' ? '0' : trimmed;
}

/** Returns `amount × factor + offset`, exact, without trailing zeros. */
export function scaleDecimal(amount: string, factor: string, offset: string): string {
  return new Big(amount).times(factor).plus(offset).toFixed();
}

/** Rounds half away from zero to `decimalPlaces` and drops trailing zeros. */
export function roundDecimal(decimal: string, decimalPlaces: number): string {
  return trimDecimal(new Big(decimal).round(decimalPlaces, Big.roundHalfUp).toFixed());
}

/** Returns `(amount - offset) / factor`, rounded once, half away from zero, to 12 places, without trailing zeros. */
export function unscaleDecimal(amount: string, factor: string, offset: string): string {
  return trimDecimal(new Divider(amount).minus(offset).div(factor).toFixed());
}

/** Returns the sum, exact, without trailing zeros. */
export function addDecimals(a: string, b: string): string {
  return new Big(a).plus(b).toFixed();
}

/** Returns the decimal changed by so many percent, exact, without trailing zeros. */
export function addPercent(decimal: string, percent: string): string {
  return new Big(percent).plus(100).times('0.01').times(decimal).toFixed();
}

/** Rounds half away from zero to `decimalPlaces` digits after the point, zeros included. */
export function toFixedDecimal(decimal: string, decimalPlaces: number): string {
  return new Big(decimal).toFixed(decimalPlaces, Big.roundHalfUp);
}

/**
 * Returns the nearest number whose fraction is `ending`, the larger one of two that are equally near: of `17.40` with
 * the ending `0.99` it is `16.99`. Never nearer to 0 than the ending itself.
 *
 * @param ending at least 0 and below 1
 */
export function roundToEnding(decimal: string, ending: string): string {
  const value = new Big(decimal);
  const whole = value.abs().minus(ending).round(0, Big.roundHalfUp);
  const size = (whole.lt(0) ? new Big(0) : whole).plus(ending);
  return (value.lt(0) ? size.neg() : size).toFixed(fractionDigits(ending));
}

/** Returns the number of digits after the point. */
export const fractionDigits = (decimal: string): number => Math.max(0, decimal.length - pointOf(decimal) - 1);

/** Returns a double as a decimal, with the 15 digits that it certainly has. */
export const decimalFromDouble = (double: number): string =>
  double === 0 ? '0' : new Big(double.toPrecision(15)).toFixed();

/** Returns true if `decimal` is a whole multiple of `step` (above 0) away from `origin`. */
export function isMultipleOfStep(decimal: string, step: string, origin: string): boolean {
  return new Big(decimal).minus(origin).mod(step).eq(0);
}

function readNumber(input: number, decimalPlaces: number): DecimalParseResult {
  if (!Number.isFinite(input)) return NOT_A_DECIMAL;
  if (Number.isInteger(input)) {
    return Number.isSafeInteger(input)
      ? { text: String(input === 0 ? 0 : input) }
      : { fault: 'imprecise-number' };
  }
  const text = String(input);
  // IEEE 754 doubles carry any 15 significant digits unharmed, not more.
  const digits = text
    .replace(/e.*$/, '')
    .replace(/^-?0?\.?0*/, '')
    .replace('.', '').length;
  return digits > 15 ? { fault: 'imprecise-number' } : safeParseDecimal(text, decimalPlaces);
}

function canonical(
  negative: boolean,
  sentWhole: string,
  sentFraction: string,
  exponent: number,
  decimalPlaces: number,
): DecimalParseResult {
  const [shiftedWhole, shiftedFraction] = shiftPoint(sentWhole, sentFraction, exponent);
  const whole = shiftedWhole.replace(/^0+(?=\d)/, '') || '0';
  let fraction = shiftedFraction;
  if (fraction.length > decimalPlaces) {
    if (/[1-9]/.test(fraction.slice(decimalPlaces))) return { fault: 'too-many-places' };
    fraction = fraction.slice(0, decimalPlaces);
  }
  if ((whole === '0' ? 0 : whole.length) + fraction.length > MAX_DECIMAL_DIGITS)
    return { fault: 'too-many-digits' };
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return { text: negative && !isZeroDecimal(text) ? `-${text}` : text };
}

/** Moves the point by `exponent` places: `1.5e3` is 1500, `1.5e-3` is 0.0015. */
function shiftPoint(whole: string, fraction: string, exponent: number): [string, string] {
  if (exponent === 0) return [whole, fraction];
  if (exponent > 0) {
    const moved = fraction.slice(0, exponent).padEnd(exponent, '0');
    return [whole + moved, fraction.slice(exponent)];
  }
  const padded = whole.padStart(-exponent, '0');
  return [padded.slice(0, exponent), padded.slice(exponent) + fraction];
}

function isNegativeZero(text: string): boolean {
  return text.startsWith('-0') && isZeroDecimal(text);
}

/** Compares digits from `start` on; wholes have no leading zeros, so the longer one is greater. */
function compareMagnitudes(a: string, b: string, start: number): number {
  const pointOfA = pointOf(a);
  const pointOfB = pointOf(b);
  if (pointOfA !== pointOfB) return pointOfA - pointOfB;
  const length = Math.max(a.length, b.length);
  for (let i = start; i < length; i++) {
    if (i === pointOfA) continue;
    // Past the end of one of them stand the zeros of its missing scale.
    const difference = digitAt(a, i) - digitAt(b, i);
    if (difference !== 0) return difference;
  }
  return 0;
}

function pointOf(decimal: string): number {
  const point = decimal.indexOf('.');
  return point === -1 ? decimal.length : point;
}

function digitAt(decimal: string, index: number): number {
  return index < decimal.length ? decimal.charCodeAt(index) - 48 : 0;
}
