import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { emitJobFinished } from './emit-job-finished.ts';
import { lockJob, updateJob } from './job.store.ts';
import type { JobFailure, JobRow, JobType } from './job-state.ts';
import { type JobAttempt, lockJobForStep } from './job-step.ts';
import { afterClaim, afterFailedAttempt, afterRelease, afterRenewal } from './job-transitions.ts';
import { runJobMessage } from './run-job-message.ts';

/** Properties that all operations of a worker on a job have in common. */
const BY_WORKER = {
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
} as const;

export interface ClaimedJob
  extends JobAttempt,
    Pick<JobRow, 'input' | 'checkpoint' | 'triggeredBy' | 'principal' | 'scopes' | 'queuedAt' | 'trace'> {
  readonly type: JobType;
}

interface ClaimInput {
  readonly jobId: string;
  /** The number by which the process of the worker shows that it lives. */
  readonly worker?: number | null | undefined;
}

/** Gives a waiting job to the worker that asks; null when it does not exist, is not due, or another has it. */
export const claimJob = defineWrite({
  ...BY_WORKER,
  name: 'claimJob',
  async handler(context: WriteContext, { jobId, worker = null }: ClaimInput): Promise<ClaimedJob | null> {
    const row = await lockJob(context, jobId);
    const next = row === undefined ? null : afterClaim(row, context.now, worker);
    if (next === null) return null;
    await write(context, next);
    const { type, attempts: attempt, input, checkpoint, triggeredBy, principal, scopes } = next;
    const { queuedAt, trace } = next;
    return { jobId, attempt, type, input, checkpoint, triggeredBy, principal, scopes, queuedAt, trace };
  },
});

/** Keeps a job from being given to another worker while a step of it takes long. */
export const renewLease = defineWrite({
  ...BY_WORKER,
  name: 'renewLease',
  async handler(context: WriteContext, attempt: JobAttempt): Promise<void> {
    await write(context, afterRenewal(await lockJobForStep(context, attempt), context.now));
  },
});

/** Takes a job back from a worker that stops, for another to go on with. */
export const releaseJob = defineWrite({
  ...BY_WORKER,
  name: 'releaseJob',
  async handler(context: WriteContext, attempt: JobAttempt): Promise<void> {
    const next = afterRelease(await lockJobForStep(context, attempt), context.now);
    await write(context, next);
    context.enqueue(runJobMessage(context.session.organizationId, next));
  },
});

export interface FailedAttempt extends JobAttempt {
  readonly failure: JobFailure;
  /** Another attempt would come to the same. */
  readonly isFinal: boolean;
}

/** Writes down why an attempt failed; the sweeper begins the next one when it is due. */
export const failAttempt = defineWrite({
  ...BY_WORKER,
  name: 'missAttempt',
  async handler(context: WriteContext, { failure, isFinal, ...attempt }: FailedAttempt): Promise<void> {
    const next = afterFailedAttempt(await lockJobForStep(context, attempt), failure, context.now, isFinal);
    await write(context, next);
    emitJobFinished(context, next);
  },
});

const write = (context: WriteContext, row: JobRow) =>
  updateJob(context, context.session.organizationId, row, context.now);
