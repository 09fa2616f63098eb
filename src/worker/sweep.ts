import type { Clock } from '../kernel/clock.ts';
import { enqueueMissingJobs, returnLostJobs } from '../modules/job/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { QueueSender } from '../platform/queue/queue-sender.ts';
import { type RepeatingTask, runEvery } from './repeating-task.ts';

const INTERVAL_MS = 1_000;

export interface JobSweepDependencies {
  /** Connections of the owner role. */
  readonly owner: Database['owner'];
  readonly queue: Pick<QueueSender, 'resend'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Finds what crashes and lost queues have left lying: takes jobs from workers that died, and queues what no queue knows
 * of. Safe to run at any time and in several processes at once.
 */
export async function sweepJobs({ owner, queue, clock, log }: JobSweepDependencies): Promise<void> {
  const returned = await returnLostJobs(owner, clock.now());
  // The jobs are sent at once, so that nobody waits for a wake-up that never was. Should it get lost, the next lines
  // find them later.
  if (returned.length > 0) await queue.resend(returned);
  const enqueued = await enqueueMissingJobs(owner, clock.now(), (jobs) => queue.resend(jobs));
  if (returned.length + enqueued > 0)
    log.info({ returned: returned.length, enqueued }, 'jobs were found lying');
}

/** Sweeps every second until closed. */
export function scheduleJobSweep(dependencies: JobSweepDependencies): RepeatingTask {
  return runEvery('the sweep', { intervalMs: INTERVAL_MS, log: dependencies.log }, () =>
    sweepJobs(dependencies),
  );
}
