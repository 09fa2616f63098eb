import type { WriteContext } from '../../kernel/operation.ts';
import { announceEnd } from './announce-end.ts';
import { lockJob, updateJob } from './job.store.ts';
import { isHeld, type JobCounts, type JobRow } from './job-state.ts';
import { type JobStep, stepped } from './job-transitions.ts';

/** Names one attempt of one job; the number fences off the steps of earlier ones. */
export interface JobAttempt {
  /** UUID. */
  readonly jobId: string;
  readonly attempt: number;
}

/** Result of a step for its worker. */
export interface JobStepAnswer {
  readonly isDone: boolean;
  /** Rows that this step is done with. */
  readonly counts?: Partial<JobCounts>;
}

/** Another worker has the job by now, or it was cancelled: nothing of this step is written. */
export class JobTaken extends Error {
  constructor({ jobId, attempt }: JobAttempt) {
    super(`Attempt ${attempt} no longer has the job ${jobId}.`);
    this.name = 'JobTaken';
  }
}

/**
 * Locks a job for one step of an attempt that still has it. To be called after `lockStructureForReading`, where a step
 * needs that, and before any other row is locked.
 *
 * @throws JobTaken
 */
export async function takeJob(context: WriteContext, attempt: JobAttempt): Promise<JobRow> {
  const row = await lockJob(context, attempt.jobId);
  if (row === undefined || !isHeld(row) || row.attempts !== attempt.attempt) throw new JobTaken(attempt);
  return row;
}

/** Writes what a step has done into its job, in the step's transaction. */
export async function recordStep(context: WriteContext, row: JobRow, step: JobStep): Promise<JobStepAnswer> {
  const next = stepped(row, step, context.now);
  context.awaitLater(updateJob(context, context.session.organizationId, next, context.now));
  announceEnd(context, next);
  const isDone = step.phase === 'done' || step.phase === 'failed';
  return { isDone, ...(step.counts === undefined ? {} : { counts: step.counts }) };
}
