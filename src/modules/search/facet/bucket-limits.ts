import { scaleDecimal } from '../../../kernel/decimal.ts';

/** Maximum number of buckets of a range. */
export const MAX_BUCKETS = 12;

/** Quotient of the largest and the smallest number from which buckets grow instead of being equally wide. */
const WIDE = 1_000;

/**
 * Returns ascending round numbers, the first not above `min` and the last above `max`, with at most twelve buckets
 * between them: 0, 20, 40 …; numbers above 0 that are far apart are in buckets that grow: 1, 2, 5, 10, 20 …. They are
 * exact decimals.
 */
export function numberBoundaries(min: number, max: number): readonly string[] {
  const growing = min > 0 && max / min >= WIDE ? growingLimits(min, max) : null;
  return growing ?? equalLimits(min, max);
}

/** Returns a decimal of some digits and an exponent: 5 and -1 is 0.5. */
const decimalOf = (digits: number, exponent: number) =>
  exponent >= 0
    ? scaleDecimal(String(digits), `1${'0'.repeat(exponent)}`, '0')
    : scaleDecimal(String(digits), `0.${'0'.repeat(-exponent - 1)}1`, '0');

const STEPS = [1, 2, 5] as const;

function equalLimits(min: number, max: number): readonly string[] {
  const areWhole = Number.isInteger(min) && Number.isInteger(max);
  const smallest = (max - min || Math.abs(max) || 1) / MAX_BUCKETS;
  for (let exponent = Math.floor(Math.log10(smallest)); ; exponent += 1) {
    if (areWhole && exponent < 0) continue;
    for (const digits of STEPS) {
      const step = Number(decimalOf(digits, exponent));
      const first = Math.floor(min / step);
      const last = Math.floor(max / step) + 1;
      if (last - first > MAX_BUCKETS) continue;
      const limits = Array.from({ length: last - first + 1 }, (_, index) =>
        decimalOf((first + index) * digits, exponent),
      );
      if (isAround(limits, min, max)) return limits;
    }
  }
}

function growingLimits(min: number, max: number): readonly string[] | null {
  for (const steps of [STEPS, [1] as const]) {
    const limits: string[] = [];
    for (let exponent = Math.floor(Math.log10(min)); ; exponent += 1) {
      for (const digits of steps) {
        const limit = decimalOf(digits, exponent);
        // Only the last one that is not above the smallest number is needed.
        if (Number(limit) <= min) limits.length = 0;
        if (limits.at(-1) === undefined || Number(limits.at(-1)) <= max) limits.push(limit);
      }
      if (Number(limits.at(-1)) > max || limits.length > MAX_BUCKETS + 1) break;
    }
    if (limits.length <= MAX_BUCKETS + 1 && isAround(limits, min, max)) return limits;
  }
  return null;
}

/**
 * Returns true if the limits enclose the numbers. Doubles have a limited precision: a quotient may have been rounded
 * past a limit.
 */
const isAround = (limits: readonly string[], min: number, max: number) =>
  Number(limits[0]) <= min && Number(limits.at(-1)) > max;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Widths of buckets of time, the narrowest first. */
const WIDTHS: readonly { readonly unit: 'ms' | 'month'; readonly size: number }[] = [
  ...[1, 3, 6, 12].map((hours) => ({ unit: 'ms' as const, size: hours * HOUR })),
  ...[1, 2, 7, 14].map((days) => ({ unit: 'ms' as const, size: days * DAY })),
  ...[1, 2, 3, 6].map((months) => ({ unit: 'month' as const, size: months })),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map((years) => ({
    unit: 'month' as const,
    size: years * 12,
  })),
];
/** 1970-01-05, a Monday: weeks begin on it. */
const MONDAY = 4 * DAY;

/** Returns the same for timestamps, in milliseconds since 1970-01-01 UTC: whole hours, days, weeks, months or years. */
export function timeBoundaries(min: number, max: number, { areDays }: { readonly areDays: boolean }) {
  const widths = WIDTHS.filter(({ unit, size }) => !areDays || unit === 'month' || size >= DAY);
  for (const width of widths) {
    const limits = timesOf(width, min, max);
    if (limits !== null) return limits;
  }
  return [min, max + 1];
}

function timesOf({ unit, size }: (typeof WIDTHS)[number], min: number, max: number) {
  const origin = unit === 'ms' && size % (7 * DAY) === 0 ? MONDAY : 0;
  const numberOf = (time: number) => {
    if (unit === 'ms') return Math.floor((time - origin) / size);
    const date = new Date(time);
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / size);
  };
  const timeOf = (number: number) => {
    if (unit === 'ms') return number * size + origin;
    const date = new Date(0);
    date.setUTCFullYear(Math.floor((number * size) / 12), (number * size) % 12, 1);
    return date.getTime();
  };
  const first = numberOf(min);
  const count = numberOf(max) - first + 1;
  if (count > MAX_BUCKETS) return null;
  return Array.from({ length: count + 1 }, (_, index) => timeOf(first + index));
}
