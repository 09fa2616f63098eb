/** A point in the history of an organization, or, by its version, of one object. */
export type HistoryPoint =
  /** State after everything that happened until then, that instant included. */
  | { readonly time: Date }
  /** State right after the event of this number; 0 is before the first. */
  | { readonly sequence: number }
  /** State right after the change that made this version of the object. */
  | { readonly version: number };

/** Description of the written form of a timestamp, for messages. */
export const HISTORY_POINT_FORMAT =
  'a time in RFC 3339 ("2026-03-01T09:30:00Z"), a sequence number ("184211") or a version ("v8")';

const TIME = /^\d{4}-\d{2}-\d{2}[Tt]/;

/** Reads `2026-03-01T09:30:00Z`, `184211` or `v8`; null for anything else. */
export function parseHistoryPoint(text: string): HistoryPoint | null {
  const [, version] = /^v(\d{1,9})$/.exec(text) ?? [];
  if (version !== undefined) return { version: Number(version) };
  if (/^\d{1,15}$/.test(text)) return { sequence: Number(text) };
  const time = TIME.test(text) ? new Date(text) : null;
  return time === null || Number.isNaN(time.getTime()) ? null : { time };
}

/** Returns a point in time as it is written. */
export function formatHistoryPoint(point: HistoryPoint): string {
  if ('time' in point) return point.time.toISOString();
  return 'version' in point ? `v${point.version}` : String(point.sequence);
}
