const LONGEST = 120;

/** A value of a change as a short text. */
export function short(value: unknown): string {
  const isList = Array.isArray(value) && value.every((part) => typeof part === 'string');
  if (value === null || value === undefined || (isList && value.length === 0)) return 'empty';
  const text = typeof value === 'string' ? value : isList ? value.join(', ') : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** The place of a change: `values.name, en_US`. */
export const placeOf = (change: {
  readonly path: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
}): string => [change.path, change.channel, change.locale].filter((part) => part !== null).join(', ');
