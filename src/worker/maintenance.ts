import type { Clock } from '../kernel/clock.ts';
import type { Transaction } from '../kernel/operation.ts';
import { removeOldExports } from '../modules/export/index.ts';
import { removeOldImports } from '../modules/import/index.ts';
import { reassignAllColumns } from '../modules/search/index.ts';
import { sqlStateOf } from '../platform/database/sql-state.ts';
import type { Log } from '../platform/log.ts';
import { dropOldestPartition, ensurePartitions, purgeExpiredRecords } from './maintenance.store.ts';
import { type MediaMaintenanceDependencies, purgeDeletedMedia, sweepStorage } from './media-maintenance.ts';
import { type RepeatingTask, runEvery } from './repeating-task.ts';

const INTERVAL_MS = 3_600_000;
/** Number of months ahead, this one included, whose partitions of the ledger exist. */
const MONTHS_AHEAD = 4;
const PURGE_BATCH = 10_000;
/** Interval at which the whole storage is scanned. */
const SWEEP_INTERVAL_MS = 24 * 3_600_000;

/** `lock_not_available` of PostgreSQL. */
const LOCK_NOT_AVAILABLE = '55P03';

export interface MaintenanceDependencies {
  /** Number of whole months for which events are stored besides the present one; null or left out: for ever. */
  readonly historyRetentionMonths?: number | null;
  /** Statements of the owner role. */
  readonly owner: Transaction;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs the maintenance that the database needs now and then. Safe to run at any time and in several processes at
 * once.
 */
export async function runMaintenance(dependencies: MaintenanceDependencies): Promise<void> {
  const { owner, clock, log, historyRetentionMonths = null } = dependencies;
  await skipIfLocked(log, 'the ledger is being read; its next months are made later', () =>
    ensurePartitions(owner, clock.now(), MONTHS_AHEAD),
  );
  let purged = 0;
  for (let count = PURGE_BATCH; count === PURGE_BATCH; purged += count) {
    count = await purgeExpiredRecords(owner, PURGE_BATCH);
  }
  if (historyRetentionMonths !== null) await dropOldPartitions(dependencies, historyRetentionMonths);
  log.debug({ purged }, 'upkeep done');
}

async function dropOldPartitions(
  { owner, clock, log }: MaintenanceDependencies,
  retainedMonths: number,
): Promise<void> {
  const now = clock.now();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retainedMonths, 1));
  await skipIfLocked(log, 'the ledger is being read; its old months are dropped later', async () => {
    for (
      let month = await dropOldestPartition(owner, before);
      month !== null;
      month = await dropOldestPartition(owner, before)
    )
      log.info({ month }, 'a month of the ledger is no longer kept');
  });
}

/** Runs a task, unless others lock its rows or tables: then logs the message, and the next round does it. */
async function skipIfLocked(log: Log, message: string, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    log.info({}, message);
  }
}

export interface MaintenanceRoundDependencies extends MaintenanceDependencies, MediaMaintenanceDependencies {}

/**
 * Makes the function for all background work: in each round the maintenance, and once a day a scan of the whole
 * storage.
 */
export function createMaintenanceRound(dependencies: MaintenanceRoundDependencies): () => Promise<void> {
  const { clock, log } = dependencies;
  let sweepDueAt = 0;
  return async () => {
    await runMaintenance(dependencies);
    const now = clock.now();
    const movedColumns = await reassignAllColumns({ ...dependencies, now });
    if (movedColumns > 0) log.info({ movedColumns }, 'search columns go to what is sorted by most');
    const purgedMedia = await purgeDeletedMedia(dependencies, now);
    let sweptObjects = 0;
    if (now.getTime() >= sweepDueAt) {
      sweptObjects = await sweepStorage(dependencies, now);
      sweptObjects += await removeOldExports(dependencies.storage, now);
      sweptObjects += await removeOldImports(dependencies, now);
      sweepDueAt = now.getTime() + SWEEP_INTERVAL_MS;
    }
    if (purgedMedia + sweptObjects > 0) log.info({ purgedMedia, sweptObjects }, 'the storage was tidied');
  };
}

/** Runs the maintenance every hour until closed. */
export function scheduleMaintenance(dependencies: MaintenanceRoundDependencies): RepeatingTask {
  const settings = { intervalMs: INTERVAL_MS, log: dependencies.log };
  return runEvery('upkeep', settings, createMaintenanceRound(dependencies));
}
