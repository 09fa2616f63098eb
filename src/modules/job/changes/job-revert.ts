import { decodeIdOf } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { findReverted, lockJob, setReverted } from '../job.store.ts';
import { countsErrors, type EndedRevert, type JobRevert, type JobRow } from '../job-state.ts';

/** Returns the revert that a finished job of type `revert` is. */
export const revertOf = (job: JobRow, now: Date): JobRevert => ({
  at: job.finishedAt ?? now.toISOString(),
  jobId: job.id,
  requestId: null,
  objectId: null,
  objects: job.updated + job.deleted,
  conflictCount: job.errorSummary.filter(countsErrors).reduce((sum, { count }) => sum + count, 0),
  conflicts: [],
});

/** Changes to revert: those of a job or those of a request. */
interface Reverted {
  /** UUID. */
  readonly jobId: string | null;
  readonly requestId: string | null;
}

/** Returns the revert that a job has, if it is in effect. */
export const revertInEffect = (stored: JobRevert | EndedRevert | null): JobRevert | null =>
  stored === null || 'endedBy' in stored ? null : stored;

/** Stores with the jobs that are concerned that changes were reverted. */
export async function recordRevert(
  context: WriteContext,
  { jobId, requestId }: Reverted,
  revert: JobRevert,
): Promise<void> {
  if (jobId !== null) await storeRevert(context, jobId, revert);
  const ended = revert.requestId === null ? null : { endedBy: revert.requestId };
  const revertedJobs = requestId === null ? [] : await findReverted(context, requestId);
  for (const { id, isEnded } of revertedJobs) await storeRevert(context, id, isEnded ? revert : ended);
}

/** Stores a revert with a job. Where that job is a revert itself, the contrary holds of what it reverted; and so on. */
async function storeRevert(
  context: WriteContext,
  id: string,
  revert: JobRevert | EndedRevert | null,
): Promise<void> {
  await setReverted(context, id, revert);
  const job = await lockJob(context, id);
  const above = job?.type === 'revert' && job.subject !== null ? decodeIdOf('Job', job.subject) : null;
  if (job === undefined || above === null) return;
  await storeRevert(context, above, revertInEffect(revert) === null ? revertOf(job, context.now) : null);
}
