import { decodeIdOf } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { lockJob, setReverted } from '../job.store.ts';
import { countsErrors, type JobRevert, type JobRow } from '../job-state.ts';

/** The revert that a finished job of type `revert` is. */
export const revertOf = (job: JobRow, now: Date): JobRevert => ({
  at: job.finishedAt ?? now.toISOString(),
  jobId: job.id,
  requestId: null,
  objectId: null,
  objects: job.updated + job.deleted,
  conflictCount: job.errorSummary.filter(countsErrors).reduce((sum, { count }) => sum + count, 0),
  conflicts: [],
});

/**
 * Stores that what a job did is reverted. Where that job is a revert itself, what it reverted is in effect again; and so on.
 *
 * @param id UUID of the job
 */
export async function recordRevert(context: WriteContext, id: string, revert: JobRevert): Promise<void> {
  let next: { readonly id: string; readonly revert: JobRevert | null } | null = { id, revert };
  while (next !== null) {
    await setReverted(context, next.id, next.revert);
    const job: JobRow | undefined = await lockJob(context, next.id);
    const above: string | null =
      job?.type === 'revert' && job.subject !== null ? decodeIdOf('Job', job.subject) : null;
    if (job === undefined || above === null) return;
    next = { id: above, revert: next.revert === null ? revertOf(job, context.now) : null };
  }
}
