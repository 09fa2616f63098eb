import type { Clock } from '../kernel/clock.ts';
import { findDueProfiles, runScheduleIfDue } from '../modules/schedule/index.ts';
import type { Database } from '../platform/database/database.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import type { Log } from '../platform/log.ts';
import { newId } from '../platform/new-id.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';
import { type RepeatingTask, runEvery } from './repeating-task.ts';

/** Interval of the sweep; no schedule is due more often than once a minute. */
const INTERVAL_MS = 5_000;
/** Profiles of one round. */
const BATCH = 100;

export interface ScheduleDependencies {
  /** Connections of the owner role. */
  readonly owner: Database['owner'];
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Starts what profiles are to do by their schedules. Safe to run at any time and in several processes at once: what is
 * due is decided in the database. One profile that fails keeps no other from its turn.
 */
export async function startDueProfiles(dependencies: ScheduleDependencies): Promise<void> {
  const { owner, runner, storage, clock, log } = dependencies;
  const due = await findDueProfiles(pgTransaction(owner), clock.now(), BATCH);
  for (const { organizationId, profileId } of due) {
    const session = systemSession(organizationId, { door: 'system', requestId: newId() });
    try {
      const { done, jobId } = await runScheduleIfDue({ runner, storage }, session, profileId);
      if (done !== 'planned' && done !== 'nothing')
        log.info({ done, jobId, profileId }, 'a schedule was due');
    } catch (error) {
      log.error({ err: error, organizationId, profileId }, 'a schedule could not be seen to');
    }
  }
}

/** Sweeps until closed. */
export function scheduleProfileRuns(dependencies: ScheduleDependencies): RepeatingTask {
  const settings = { intervalMs: INTERVAL_MS, log: dependencies.log };
  return runEvery('the sweep of schedules', settings, () => startDueProfiles(dependencies));
}
