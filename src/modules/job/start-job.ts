import type { WriteWork } from '../../kernel/operation.ts';
import { newId } from '../../platform/new-id.ts';
import { insertJob, lockOpenJobs, type NewJob, updateJob } from './job.store.ts';
import { nudgeFor } from './job-nudge.ts';
import type { JobType } from './job-state.ts';
import { cancelled } from './job-transitions.ts';

/**
 * Queues a job in this transaction: when it commits the job will be done, whatever happens to queues and workers.
 * Answers its UUID.
 */
export async function startJob(work: WriteWork, job: NewJob, id: string = newId()): Promise<string> {
  await insertJob(work, id, job);
  work.enqueue(nudgeFor(work.session.organizationId, { id, attempts: 0 }));
  return id;
}

/**
 * Sees to it that each subject is worked on from now on and from the beginning. A job that has done nothing yet will
 * do; one that has is cancelled for a new one.
 */
export async function startAnew(work: WriteWork, type: JobType, subjects: readonly string[]): Promise<void> {
  const open = new Map((await lockOpenJobs(work, type, subjects)).map((row) => [row.subject, row]));
  for (const subject of subjects) {
    const present = open.get(subject);
    if (present?.checkpoint === null) continue;
    const id = newId();
    const over = present === undefined ? null : cancelled(present, work.now, id);
    // Closed before the other is opened: a subject has one open job.
    if (over !== null) await updateJob(work, work.session.organizationId, over, work.now);
    await startJob(work, { type, subject }, id);
  }
}
