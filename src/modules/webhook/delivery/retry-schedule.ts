import { createHash } from 'node:crypto';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Delays between the first, second … failed attempt and the next one, in milliseconds before jitter: 45 hours in all.
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];
/** Part of the delay by which the next attempt may be earlier or later. */
const JITTER = 0.1;
/** A receiver that requests more time than this gets no more. */
const MAX_WAIT_MS = 24 * HOUR;

/**
 * Returns the time of the next attempt of a delivery after its `failures`-th failed attempt; null when that was the
 * last one.
 *
 * Each delivery has its own jitter, the same for every call, so that those which failed together do not come back
 * together. `Retry-After` (RFC 9110, 10.2.3: seconds or a date) moves the attempt further away, never nearer, up to a
 * day.
 */
export function nextAttemptAt(
  {
    id,
    failures,
    retryAfter,
  }: { readonly id: string; readonly failures: number; readonly retryAfter: string | null },
  now: Date,
): Date | null {
  const delayMs = RETRY_DELAYS_MS[failures - 1];
  if (delayMs === undefined) return null;
  const scheduled = now.getTime() + Math.round(delayMs * (1 + JITTER * spread(id, failures)));
  const requestedTime = Math.min(retryAfterMs(retryAfter, now), now.getTime() + MAX_WAIT_MS);
  return new Date(Math.max(scheduled, requestedTime));
}

/** Returns a number from -1 to 1 that looks random and is always the same for the same delivery and attempt. */
function spread(id: string, failures: number): number {
  const digest = createHash('sha256').update(`${id} ${failures}`).digest();
  return (digest.readUInt32BE(0) / 0xffff_ffff) * 2 - 1;
}

function retryAfterMs(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return now.getTime() + Number(text) * SECOND;
  const date = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : date;
}
