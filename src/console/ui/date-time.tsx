import { formatTag } from '../language/t.ts';

const FORMAT = new Intl.DateTimeFormat(formatTag, { dateStyle: 'medium', timeStyle: 'short' });
const TIME = new Intl.DateTimeFormat(formatTag, { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(formatTag, { day: 'numeric', month: 'short' });

/** The time of today, the day of another date. */
const shortly = (date: Date) => (date.toDateString() === new Date().toDateString() ? TIME : DAY).format(date);

/**
 * Date and time in the language and time zone of the browser; `otherwise` for null.
 *
 * @param isShort shows the time of today or the day of another date, and all of it on hover
 */
export function DateTime({
  at,
  isShort = false,
  otherwise = '–',
}: {
  readonly at: string | null;
  readonly isShort?: boolean;
  readonly otherwise?: string;
}) {
  if (at === null) return <>{otherwise}</>;
  const date = new Date(at);
  const whole = FORMAT.format(date);
  return isShort ? (
    <time dateTime={at} title={whole}>
      {shortly(date)}
    </time>
  ) : (
    <time dateTime={at}>{whole}</time>
  );
}
