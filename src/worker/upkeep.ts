import type { Clock } from '../kernel/clock.ts';
import type { Transaction } from '../kernel/operation.ts';
import type { Log } from '../platform/log.ts';
import { ensurePartitions, purgeExpiredRecords } from './upkeep.store.ts';

const INTERVAL_MS = 3_600_000;
/** This month's partition of the ledger and those of the next ones. */
const MONTHS_AHEAD = 4;
const PURGE_BATCH = 10_000;

export interface UpkeepDependencies {
  /** Statements of the owner role. */
  readonly owner: Transaction;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the database needs done now and then. Safe to run at any time and in several processes at once. */
export async function runUpkeep({ owner, clock, log }: UpkeepDependencies): Promise<void> {
  await ensurePartitions(owner, clock.now(), MONTHS_AHEAD);
  let purged = 0;
  for (let count = PURGE_BATCH; count === PURGE_BATCH; purged += count) {
    count = await purgeExpiredRecords(owner, PURGE_BATCH);
  }
  log.debug({ purged }, 'upkeep done');
}

/** Runs the upkeep every hour until closed; a failure is logged and tried again the next time. */
export function scheduleUpkeep(dependencies: UpkeepDependencies): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = runUpkeep(dependencies).catch((error: unknown) =>
      dependencies.log.error({ err: error }, 'upkeep failed'),
    );
  }, INTERVAL_MS).unref();
  return {
    close() {
      clearInterval(timer);
      return running;
    },
  };
}
