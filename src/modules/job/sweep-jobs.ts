import type pg from 'pg';
import type { QueuedJob } from '../../kernel/queued-job.ts';
import { withOwnerTransaction } from '../../platform/database/owner-transaction.ts';
import { pgTransaction } from '../../platform/database/transaction.ts';
import { findUnqueuedJobs, lockLost, markJobsEnqueued, updateJob } from './job.store.ts';
import { lost } from './job-transitions.ts';
import { runJobMessage } from './run-job-message.ts';

/** Number of jobs in one round. */
const BATCH = 500;
/** Time that the notification after a commit may take before the sweeper queues the job, in milliseconds. */
const NUDGED_WITHIN_MS = 2_000;
/** Time after which a waiting job is put into the queue once more, in case the queue was lost, in milliseconds. */
const ENQUEUED_AGAIN_MS = 60_000;

/**
 * Takes jobs of all organizations from workers that died or were silent for too long; returns the wake-ups of those that
 * wait again.
 */
export async function returnLostJobs(owner: pg.Pool, now: Date): Promise<readonly QueuedJob[]> {
  return withOwnerTransaction(owner, async (transaction) => {
    const wakeUps: QueuedJob[] = [];
    for (const { organizationId, ...row } of await lockLost(transaction, now, BATCH)) {
      const next = lost(row, now);
      if (next === null) continue;
      await updateJob(transaction, organizationId, next, now);
      if (next.status === 'queued') wakeUps.push(runJobMessage(organizationId, next));
    }
    return wakeUps;
  });
}

/**
 * Puts waiting jobs of all organizations into the queue that it may not know of: their nudge was lost, they were due
 * later, or the queue itself was lost. Answers how many.
 *
 * @param resend adds a job unless it is there; when it fails, the next round tries again
 */
export async function enqueueMissingJobs(
  owner: pg.Pool,
  now: Date,
  resend: (jobs: readonly QueuedJob[]) => Promise<void>,
): Promise<number> {
  const transaction = pgTransaction(owner);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const missing = await findUnqueuedJobs(
    transaction,
    { due: before(NUDGED_WITHIN_MS), enqueued: before(ENQUEUED_AGAIN_MS) },
    BATCH,
  );
  if (missing.length === 0) return 0;
  await resend(missing.map((row) => runJobMessage(row.organizationId, row)));
  await markJobsEnqueued(
    transaction,
    missing.map(({ id }) => id),
    now,
  );
  return missing.length;
}
