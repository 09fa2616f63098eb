/** The order of day, month and year in a language. */
const orderOf = (tag: string): readonly string[] =>
  new Intl.DateTimeFormat(tag)
    .formatToParts(new Date(2000, 0, 1))
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');

/**
 * Reads a day: `2026-03-01`, and in the order of the language `1.3.2026` or `3/1/2026`. Points always mean day, month, year.
 *
 * @returns as the API takes it; null if it is none
 */
export function parseDate(text: string, tag: string): string | null {
  const numbers = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/.exec(text.trim());
  if (numbers === null) return null;
  const [, first = '', sign, second = '', third = ''] = numbers;
  const parts = [first, second, third];
  const order =
    first.length === 4 ? ['year', 'month', 'day'] : sign === '.' ? ['day', 'month', 'year'] : orderOf(tag);
  const part = (name: string) => parts[order.indexOf(name)] ?? '';
  const [year, month, day] = [part('year'), part('month').padStart(2, '0'), part('day').padStart(2, '0')];
  if (year.length !== 4) return null;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const iso = `${year}-${month}-${day}`;
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

export const writeDate = (iso: string, tag: string): string => {
  const date = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleDateString(tag, { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' });
};
