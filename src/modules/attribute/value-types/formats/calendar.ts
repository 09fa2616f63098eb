const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
/** RFC 3339 section 5.6; the letters may be small and a blank may stand for the T (its note). */
const DATE_TIME_PATTERN =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const DAYS_BEFORE_LEAP_RULE = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for a `YYYY-MM-DD` that stands in the Gregorian calendar, years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  const match = DATE_PATTERN.exec(text);
  if (match === null) return false;
  const [, year, month, day] = match.map(Number);
  if (year === undefined || month === undefined || day === undefined || year === 0) return false;
  return day >= 1 && day <= daysInMonth(year, month);
}

/**
 * Returns an RFC 3339 date-time as UTC with milliseconds (`2026-07-01T08:30:00.000Z`), finer digits cut off; null when
 * it is none. Leap seconds (`:60`) are rejected: no clock of the systems around can store them.
 */
export function toUtcTimestamp(text: string): string | null {
  const match = DATE_TIME_PATTERN.exec(text);
  if (match === null) return null;
  const [
    ,
    date = '',
    hour = '',
    minute = '',
    second = '',
    fraction = '',
    sign,
    offsetHour = '00',
    offsetMinute = '00',
  ] = match;
  const clockExists =
    hour <= '23' && minute <= '59' && second <= '59' && offsetHour <= '23' && offsetMinute <= '59';
  if (!clockExists || !isCalendarDate(date)) return null;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const local = Date.parse(`${date}T${hour}:${minute}:${second}.${milliseconds}Z`);
  const offsetMs = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  const utc = new Date(sign === '-' ? local + offsetMs : local - offsetMs).toISOString();
  // The offset may lead out of the years that four digits (and PostgreSQL) can write.
  return /^(?!0000)\d{4}-/.test(utc) ? utc : null;
}

function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (DAYS_BEFORE_LEAP_RULE[month - 1] ?? 0);
}
