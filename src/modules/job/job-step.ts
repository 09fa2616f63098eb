import type { WriteContext } from '../../kernel/operation.ts';
import { emitJobFinished } from './emit-job-finished.ts';
import { lockJob, updateJob } from './job.store.ts';
import { isLeased, type JobCounts, type JobRow } from './job-state.ts';
import { afterStep, type JobStep } from './job-transitions.ts';

/** Names one attempt of one job; the number fences off the steps of earlier ones. */
export interface JobAttempt {
  /** UUID. */
  readonly jobId: string;
  readonly attempt: number;
}

/** Result of a step for its worker. */
export interface JobStepResult {
  readonly isDone: boolean;
  /** Rows that this step is done with. */
  readonly counts?: Partial<JobCounts>;
}

/** Another worker has the job by now, or it was cancelled: nothing of this step is written. */
export class JobLeaseLost extends Error {
  constructor({ jobId, attempt }: JobAttempt) {
    super(`Attempt ${attempt} no longer has the job ${jobId}.`);
    this.name = 'JobLeaseLost';
  }
}

/**
 * Locks a job for one step of an attempt that still has it. To be called after `lockStructureForReading`, where a step
 * needs that, and before any other row is locked.
 *
 * @throws JobLeaseLost
 */
export async function lockJobForStep(context: WriteContext, attempt: JobAttempt): Promise<JobRow> {
  const row = await lockJob(context, attempt.jobId);
  if (row === undefined || !isLeased(row) || row.attempts !== attempt.attempt)
    throw new JobLeaseLost(attempt);
  return row;
}

/** Writes what a step has done into its job, in the step's transaction. */
export async function recordStep(context: WriteContext, row: JobRow, step: JobStep): Promise<JobStepResult> {
  const next = afterStep(row, step, context.now);
  context.trackStatement(updateJob(context, context.session.organizationId, next, context.now));
  emitJobFinished(context, next);
  const isDone = step.phase === 'done' || step.phase === 'failed';
  return { isDone, ...(step.counts === undefined ? {} : { counts: step.counts }) };
}
