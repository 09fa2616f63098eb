/** Returns the order of day, month and year in a language. */
const dateOrder = (tag: string): readonly string[] =>
  new Intl.DateTimeFormat(tag)
    .formatToParts(new Date(2000, 0, 1))
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');

/**
 * Returns the number of a month by its name in a language, or the beginning of it: `Nov`, `févr.`; an empty text for
 * none.
 */
function monthOf(name: string, tag: string): string {
  const format = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2000, at, 1)));
  const matchingMonths = months.filter((month) => month.toLowerCase().startsWith(name.toLowerCase()));
  return matchingMonths.length === 1 ? String(months.indexOf(matchingMonths[0] ?? '') + 1) : '';
}

/** Returns day, month and year as they were written; null if the text is no date. */
function partsOf(text: string, tag: string): readonly [year: string, month: string, day: string] | null {
  const dateMatch = /^(?:(\d{1,2})\.? )?(\p{L}{3,})\.? (?:(\d{1,2})(?:,|\.)? )?(\d{4})$/u.exec(text);
  if (dateMatch !== null)
    return [dateMatch[4] ?? '', monthOf(dateMatch[2] ?? '', tag), dateMatch[1] ?? dateMatch[3] ?? ''];
  const numbers = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/.exec(text);
  if (numbers === null) return null;
  const [, first = '', sign, second = '', third = ''] = numbers;
  const parts = [first, second, third];
  const order =
    first.length === 4 ? ['year', 'month', 'day'] : sign === '.' ? ['day', 'month', 'year'] : dateOrder(tag);
  const part = (name: string) => parts[order.indexOf(name)] ?? '';
  return [part('year'), part('month'), part('day')];
}

/**
 * Reads a day: `2026-03-01`, in the order of the language `1.3.2026` or `3/1/2026`, and with its names of months
 * `1 Mar 2026`. Points always mean day, month, year.
 *
 * @returns as the API takes it; null if it is none
 */
export function parseDate(text: string, tag: string): string | null {
  const parts = partsOf(text.trim(), tag);
  if (parts === null) return null;
  const [year, month, day] = [parts[0], parts[1].padStart(2, '0'), parts[2].padStart(2, '0')];
  if (year.length !== 4) return null;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const iso = `${year}-${month}-${day}`;
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

export const formatDate = (iso: string, tag: string): string => {
  const date = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleDateString(tag, { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' });
};

/**
 * Returns the pattern of a day in a language: `dd.mm.yyyy`.
 *
 * @param letters the letters for day, month and year
 */
export function datePattern(
  tag: string,
  letters: Readonly<Record<'day' | 'month' | 'year', string>>,
): string {
  const format = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric' });
  return format
    .formatToParts(Date.UTC(2000, 0, 1))
    .map(({ type, value }) => (type === 'day' || type === 'month' || type === 'year' ? letters[type] : value))
    .join('');
}

/** Reads a day and a time in UTC, `25.11.2026 14:30`; null if it is none. */
export function parseDateTime(text: string, tag: string): string | null {
  const [, written = '', hour = '', minute = '', second = '00'] =
    /^(.*?),?[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?UTC|Z)?$/.exec(text.trim()) ?? [];
  const day = parseDate(written, tag);
  if (day === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`;
}

export function formatDateTime(iso: string, tag: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const [day = '', time = ''] = date.toISOString().split('T');
  return `${formatDate(day, tag)} ${time.slice(0, time.slice(6, 8) === '00' ? 5 : 8)}`;
}
