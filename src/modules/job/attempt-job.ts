import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { announceEnd } from './announce-end.ts';
import { lockJob, updateJob } from './job.store.ts';
import { nudgeFor } from './job-nudge.ts';
import type { JobFailure, JobRow, JobType } from './job-state.ts';
import { type JobAttempt, takeJob } from './job-step.ts';
import { claimed, missed, released, renewed } from './job-transitions.ts';

/** What is the same for all that a worker does with a job. */
const BY_WORKER = {
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  transaction: 'sql',
} as const;

export interface ClaimedJob
  extends JobAttempt,
    Pick<JobRow, 'input' | 'checkpoint' | 'triggeredBy' | 'principal' | 'scopes' | 'queuedAt' | 'trace'> {
  readonly type: JobType;
}

/** Gives a waiting job to the worker that asks; null when it is not there, not due, or another has it. */
export const claimJob = defineWrite({
  ...BY_WORKER,
  name: 'claimJob',
  async work(work: WriteWork, { jobId }: { readonly jobId: string }): Promise<ClaimedJob | null> {
    const row = await lockJob(work, jobId);
    const next = row === undefined ? null : claimed(row, work.now);
    if (next === null) return null;
    await write(work, next);
    const { type, attempts: attempt, input, checkpoint, triggeredBy, principal, scopes } = next;
    const { queuedAt, trace } = next;
    return { jobId, attempt, type, input, checkpoint, triggeredBy, principal, scopes, queuedAt, trace };
  },
});

/** Keeps a job from being given to another worker while a step of it takes long. */
export const renewLease = defineWrite({
  ...BY_WORKER,
  name: 'renewLease',
  async work(work: WriteWork, attempt: JobAttempt): Promise<void> {
    await write(work, renewed(await takeJob(work, attempt), work.now));
  },
});

/** Takes a job back from a worker that stops, for another to go on with. */
export const releaseJob = defineWrite({
  ...BY_WORKER,
  name: 'releaseJob',
  async work(work: WriteWork, attempt: JobAttempt): Promise<void> {
    const next = released(await takeJob(work, attempt), work.now);
    await write(work, next);
    work.enqueue(nudgeFor(work.session.organizationId, next));
  },
});

export interface MissedAttempt extends JobAttempt {
  readonly failure: JobFailure;
  /** Another attempt would come to the same. */
  readonly isFinal: boolean;
}

/** Writes down why an attempt failed; the sweeper begins the next one when it is due. */
export const missAttempt = defineWrite({
  ...BY_WORKER,
  name: 'missAttempt',
  async work(work: WriteWork, { failure, isFinal, ...attempt }: MissedAttempt): Promise<void> {
    const next = missed(await takeJob(work, attempt), failure, work.now, isFinal);
    await write(work, next);
    announceEnd(work, next);
  },
});

const write = (work: WriteWork, row: JobRow) => updateJob(work, work.session.organizationId, row, work.now);
