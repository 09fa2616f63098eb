import { Cron } from 'croner';

/** What tells the moments of a schedule. */
export interface Moments {
  readonly cron: string;
  readonly timezone: string;
  readonly active?: boolean | undefined;
}

const LONGEST_CRON = 200;
/** Missed moments that are counted; a minute's schedule has as many in a week. */
const MOST_MISSED = 10_080;

// Five fields: nothing runs more often than once a minute. `paused`: it only computes, and sets no timers.
const open = ({ cron, timezone }: Moments) => new Cron(cron, { timezone, mode: '5-part', paused: true });

/** What is wrong with a cron expression, as a sentence; null when nothing is. */
export function cronFault(text: string): string | null {
  const form = 'A cron expression has minute, hour, day, month and day of the week: 0 3 * * 1-5.';
  if (text.length > LONGEST_CRON || text.includes('@')) return form;
  try {
    const first = open({ cron: text, timezone: 'UTC' }).nextRun(new Date());
    return first === null ? `It never occurs. ${form}` : null;
  } catch {
    return form;
  }
}

/** Whether a time zone is known. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name);
  } catch {
    return false;
  }
}

/**
 * The first moment of a schedule after another; null when there is none, or it is switched off. Where clocks go forward,
 * a time that does not come is the first moment after the gap; where they go back, a time that comes twice is its first.
 */
export function nextRun(moments: Moments, after: Date): Date | null {
  return moments.active === false ? null : open(moments).nextRun(after);
}

/** The last moment from a planned one up to now, and how many before it nobody saw to. */
export function latestRun(
  moments: Moments,
  planned: Date,
  now: Date,
): { readonly dueAt: Date; readonly missed: number } {
  const cron = open(moments);
  let dueAt = planned;
  let missed = 0;
  for (let next = cron.nextRun(dueAt); next !== null && next <= now; next = cron.nextRun(dueAt)) {
    dueAt = next;
    missed += 1;
    if (missed === MOST_MISSED) break;
  }
  return { dueAt, missed };
}
