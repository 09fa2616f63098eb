import { Cron } from 'croner';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';

/** Times at which a schedule runs. */
export interface CronSchedule {
  readonly cron: string;
  readonly timezone: string;
  readonly active?: boolean | undefined;
}

const MAX_CRON_LENGTH = 200;
/** Missed runs that are counted at most: those of a schedule of every minute in a week. */
const MAX_MISSED = 10_080;

// Five fields: nothing runs more often than once a minute. `paused`: it only computes, and sets no timers.
const open = ({ cron, timezone }: CronSchedule) => new Cron(cron, { timezone, mode: '5-part', paused: true });

/** Returns the fault in a cron expression; null when there is none. */
export function cronError(text: string): Message | null {
  const form = localized('cron-form');
  if (text.length > MAX_CRON_LENGTH || text.includes('@')) return form;
  try {
    const first = open({ cron: text, timezone: 'UTC' }).nextRun(new Date());
    return first === null ? localized('cron-never', { form }) : null;
  } catch {
    return form;
  }
}

/** Returns true if a time zone exists. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name);
  } catch {
    return false;
  }
}

/**
 * Returns the first time of a schedule after another; null when there is none, or it is switched off. Where clocks go
 * forward, a time that does not come is the first time after the gap; where they go back, a time that comes twice is
 * its first.
 */
export function nextRun(schedule: CronSchedule, after: Date): Date | null {
  return schedule.active === false ? null : open(schedule).nextRun(after);
}

/** Returns the latest run due between a planned one and now, and the number of runs missed before it. */
export function latestDueRun(
  schedule: CronSchedule,
  planned: Date,
  now: Date,
): { readonly dueAt: Date; readonly missed: number } {
  const cron = open(schedule);
  let dueAt = planned;
  let missed = 0;
  for (let next = cron.nextRun(dueAt); next !== null && next <= now; next = cron.nextRun(dueAt)) {
    dueAt = next;
    missed += 1;
    if (missed === MAX_MISSED) break;
  }
  return { dueAt, missed };
}
