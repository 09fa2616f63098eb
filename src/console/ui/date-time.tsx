import { formatTag } from '../language/t.ts';

const FORMAT = new Intl.DateTimeFormat(formatTag, { dateStyle: 'medium', timeStyle: 'short' });

/** Date and time in the language and time zone of the browser; `otherwise` for null. */
export function DateTime({
  at,
  otherwise = '–',
}: {
  readonly at: string | null;
  readonly otherwise?: string;
}) {
  if (at === null) return <>{otherwise}</>;
  return <time dateTime={at}>{FORMAT.format(new Date(at))}</time>;
}
