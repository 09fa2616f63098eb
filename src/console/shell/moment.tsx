const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the words and the time zone of the reader; `otherwise` where there is none. */
export function Moment({ at, otherwise = '–' }: { readonly at: string | null; readonly otherwise?: string }) {
  if (at === null) return <>{otherwise}</>;
  return <time dateTime={at}>{FORMAT.format(new Date(at))}</time>;
}
