/** Significant digits that spreadsheets keep; further digits of a double are rounding errors (0.1 + 0.2). */
const DIGITS = 15;
const DAY_MS = 86_400_000;
/** Maximum number of digits of a whole number; longer ones are codes that a program wrote as numbers. */
const LONGEST_WHOLE = 17;

/**
 * Returns the number of a cell as a decimal without exponent: `1E+15` is `1000000000000000`, `0.30000000000000004` is
 * `0.3`, and a whole number keeps all its digits. Null for other text.
 */
export function decimalOfNumber(raw: string): string | null {
  const text = raw.trim();
  const [, sign = '', whole] = /^([+-]?)0*(\d+)$/.exec(text) ?? [];
  if (whole !== undefined && whole.length <= LONGEST_WHOLE)
    return whole === '0' ? '0' : `${sign === '-' ? '-' : ''}${whole}`;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  return withoutExponent(Number(number.toPrecision(DIGITS)));
}

function withoutExponent(number: number): string {
  const [, sign = '', first = '', rest = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  if (exponent === undefined) return number === 0 ? '0' : String(number);
  const digits = first + rest;
  const point = first.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits}${'0'.repeat(point - digits.length)}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Pads a decimal with zeros at its end to a number of decimals. */
export function padDecimals(decimal: string, decimals: number): string {
  if (decimals === 0) return decimal;
  const [whole = '', fraction = ''] = decimal.split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** Pads a whole number from 0 with leading zeros. */
export const padDigits = (decimal: string, digits: number): string =>
  /^\d+$/.test(decimal) ? decimal.padStart(digits, '0') : decimal;

/** Days between the first day of each date system and 1 January 1970. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
/** 1900 is taken for a leap year: days before March of it are one too far. */
const FIRST_GOOD_DAY = 60;
/** 31 December 9999. */
const LAST_DAY_1900 = 2_958_465;

/** A time of a clock without time zone. */
export interface CellDateTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM:SS` or with milliseconds. */
  readonly time: string;
  readonly isMidnight: boolean;
}

/**
 * Returns the date and time of a serial number, to the millisecond; null for invalid ones.
 *
 * @param is1904 whether day 0 of the workbook is 1 January 1904
 */
export function dateTimeOfSerial(raw: string, is1904: boolean): CellDateTime | null {
  const serial = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(serial) || serial < 0 || serial > LAST_DAY_1900 + 1) return null;
  const days = is1904 ? serial - EPOCH_1904 : serial - EPOCH_1900 + (serial < FIRST_GOOD_DAY ? 1 : 0);
  // Times of day are fractions of a day, so they can be off by rounding errors.
  const ms = Math.round(days * DAY_MS);
  const timestamp = new Date(ms);
  if (timestamp.getUTCFullYear() > 9_999) return null;
  const [date = '', clock = ''] = timestamp.toISOString().split('T');
  const time = clock.replace(/(\.000)?Z$/, '');
  return { date, time, isMidnight: ms % DAY_MS === 0 };
}

const SECONDS = { h: 3_600, m: 60, s: 1 } as const;

/** Returns a number of days as elapsed time: `27:30` for `[h]:mm`. */
export function elapsedText(
  raw: string,
  {
    unit,
    digits,
    hasSeconds,
  }: { readonly unit: 'h' | 'm' | 's'; readonly digits: number; readonly hasSeconds: boolean },
): string {
  const seconds = Math.round(Number(raw) * 86_400);
  const parts = [String(Math.floor(seconds / SECONDS[unit])).padStart(digits, '0')];
  const pad = (number: number) => String(number).padStart(2, '0');
  if (unit === 'h') parts.push(pad(Math.floor(seconds / 60) % 60));
  if (unit !== 's' && hasSeconds) parts.push(pad(seconds % 60));
  return parts.join(':');
}

/** Returns the number of a day in the 1900 system, from 1 March 1900 on, where all programs agree; else null. */
export function serialOfDate(date: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (match === null) return null;
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return null;
  const serial = ms / DAY_MS + EPOCH_1900;
  return serial > FIRST_GOOD_DAY && serial <= LAST_DAY_1900 ? serial : null;
}
