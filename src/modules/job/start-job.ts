import type { WriteWork } from '../../kernel/operation.ts';
import { newId } from '../../platform/new-id.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import { insertJob, type JobRights, lockOpenJobs, type NewJob, updateJob } from './job.store.ts';
import { nudgeFor } from './job-nudge.ts';
import type { SystemJobType } from './job-state.ts';
import { cancelled } from './job-transitions.ts';
import { requirePrincipal } from './principal.ts';

/**
 * Queues a job in this transaction: when it commits the job will be done, whatever happens to queues and workers.
 * Answers its UUID.
 *
 * @throws Fault `insufficient-scope`, `role-forbidden` when the caller may not do what the job would
 */
export async function startJob(work: WriteWork, job: NewJob, id: string = newId()): Promise<string> {
  await insertJob(work, id, job, rightsFor(work, job));
  work.enqueue(nudgeFor(work.session.organizationId, { id, attempts: 0 }));
  return id;
}

/** The product's own jobs act with its rights, all others with those of whoever asks. */
function rightsFor({ session }: WriteWork, job: NewJob): JobRights {
  if (!('scopes' in job)) return { principal: null, scopes: [] };
  const { type, scopes } = job;
  for (const scope of scopes) authorize(session, scope, `A job of the type '${type}'`);
  return { principal: requirePrincipal(session), scopes };
}

/**
 * Sees to it that each subject is worked on from now on and from the beginning. A job that has done nothing yet will
 * do; one that has is cancelled for a new one.
 */
export async function startAnew(
  work: WriteWork,
  type: SystemJobType,
  subjects: readonly string[],
): Promise<void> {
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
