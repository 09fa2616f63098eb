import { localeTag } from '../i18n/translate.ts';

const FORMAT = new Intl.DateTimeFormat(localeTag, { dateStyle: 'medium', timeStyle: 'short' });
const TIME = new Intl.DateTimeFormat(localeTag, { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(localeTag, { day: 'numeric', month: 'short' });

const WHOLE_DAY = new Intl.DateTimeFormat(localeTag, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Returns the day of a time in the time zone of the browser: `Friday, 27 November 2026`. */
export const formatDay = (at: string): string => WHOLE_DAY.format(new Date(at));

const isToday = (date: Date) => date.toDateString() === new Date().toDateString();

/**
 * Shows date and time in the language and time zone of the browser; `otherwise` for null.
 *
 * @param since start of a span of time: `08:10–11:05`; null for a single time
 * @param isShort shows the time of today or the day of another date, and all of it on hover
 * @param isTime shows the time of day, below a title with the day
 */
export function DateTime({
  at,
  since = null,
  isShort = false,
  isTime = false,
  otherwise = '–',
}: {
  readonly at: string | null;
  readonly since?: string | null;
  readonly isShort?: boolean;
  readonly isTime?: boolean;
  readonly otherwise?: string;
}) {
  if (at === null) return <>{otherwise}</>;
  const date = new Date(at);
  const start = new Date(since ?? at);
  // If both ends read alike, the date is written once.
  const whole = FORMAT.formatRange(start, date);
  return isShort || isTime ? (
    <time dateTime={at} title={whole}>
      {(isTime || (isToday(date) && isToday(start)) ? TIME : DAY).formatRange(start, date)}
    </time>
  ) : (
    <time dateTime={at}>{whole}</time>
  );
}
