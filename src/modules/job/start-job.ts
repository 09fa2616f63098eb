import type { WriteContext } from '../../kernel/operation.ts';
import { newId } from '../../platform/new-id.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import { insertJob, type JobRights, lockOpenJobs, type NewJob, updateJob } from './job.store.ts';
import type { SystemJobType } from './job-state.ts';
import { afterCancel } from './job-transitions.ts';
import { requirePrincipal } from './principal.ts';
import { runJobMessage } from './run-job-message.ts';

/**
 * Queues a job in this transaction: when it commits the job will be done, whatever happens to queues and workers.
 * Answers its UUID.
 *
 * @throws RequestError `insufficient-scope`, `role-forbidden` when the caller may not do what the job would
 */
export async function startJob(context: WriteContext, job: NewJob, id: string = newId()): Promise<string> {
  await insertJob(context, id, job, rightsFor(context, job));
  context.enqueue(runJobMessage(context.session.organizationId, { id, attempts: 0 }));
  return id;
}

/** The product's own jobs act with its rights, all others with those of the caller. */
function rightsFor({ session }: WriteContext, job: NewJob): JobRights {
  if (!('scopes' in job)) return { principal: null, scopes: [] };
  const { type, scopes } = job;
  for (const scope of scopes) authorize(session, scope, `A job of the type '${type}'`);
  return { principal: requirePrincipal(session), scopes };
}

/**
 * Sees to it that each subject is worked on from now on and from the beginning. A job that has done nothing yet will
 * do; one that has is cancelled for a new one.
 */
export async function restartJobs(
  context: WriteContext,
  type: SystemJobType,
  subjects: readonly string[],
): Promise<void> {
  const open = new Map((await lockOpenJobs(context, type, subjects)).map((row) => [row.subject, row]));
  for (const subject of subjects) {
    const present = open.get(subject);
    if (present?.checkpoint === null) continue;
    const id = newId();
    const over = present === undefined ? null : afterCancel(present, context.now, id);
    // Closed before the other is opened: a subject has one open job.
    if (over !== null) await updateJob(context, context.session.organizationId, over, context.now);
    await startJob(context, { type, subject }, id);
  }
}

/** A type, so that it is a JSON value. */
export type StartedJob = { readonly id: string };
