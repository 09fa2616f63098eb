import { isConnectionError } from '../platform/database/availability/connection-loss.ts';
import type { Log } from '../platform/log.ts';

/** A task that is done again and again. */
export interface RepeatingTask {
  /** Waits for the round that is under way. */
  close(): Promise<void>;
}

/** Number of rounds in a row without a connection after which the database is not merely busy for a short time. */
const MAX_MISSED_RUNS = 3;

/**
 * Does a task every `intervalMs` until closed, never twice at the same time; a failure is logged and tried again the
 * next time. A round that has no connection to the database is no error by itself: the third in a row is logged, and
 * none while closing. The first round is after `intervalMs`, or `immediately`. `name` is for the log.
 */
export function runEvery(
  name: string,
  settings: { readonly intervalMs: number; readonly atOnce?: boolean; readonly log: Log },
  task: () => Promise<unknown>,
): RepeatingTask {
  const { intervalMs, atOnce: immediately = false, log } = settings;
  let running: Promise<unknown> | null = null;
  let isClosed = false;
  let missed = 0;
  const report = (error: unknown) => {
    missed = isConnectionError(error) ? missed + 1 : 0;
    const isError = missed === 0 || (missed === MAX_MISSED_RUNS && !isClosed);
    log[isError ? 'error' : 'debug']({ err: error }, `${name} failed`);
  };
  const round = () => {
    running ??= task()
      .then(() => {
        missed = 0;
      }, report)
      .finally(() => {
        running = null;
      });
  };
  if (immediately) round();
  const timer = setInterval(round, intervalMs).unref();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
