import type { JsonObject } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { JobPreview } from './changes/job-preview.ts';
import {
  countsErrors,
  isLeased,
  isOpen,
  type JobCounts,
  type JobErrorCount,
  type JobFailure,
  type JobRow,
  type JobType,
  jobFailure,
} from './job-state.ts';

/** Time without a sign of life after which another worker takes the job, in milliseconds. A step takes seconds. */
const LEASE_MS = 60_000;
/** Number of attempts without progress after which a job has failed. */
const MAXIMUM_FRUITLESS = 5;
/** Waiting times after the first, second, … failed attempt, in milliseconds. */
const WAITS_MS = [1_000, 10_000, 60_000, 300_000] as const;

/** First phase of each type: types that take data from outside validate it first. */
const FIRST_PHASE: Readonly<Record<JobType, 'validating' | 'running'>> = {
  import: 'validating',
  bulk: 'validating',
  export: 'running',
  revert: 'running',
  recompute: 'running',
  erasure: 'running',
  merge: 'running',
  clear: 'running',
};

/** Work of one step; committed together with it. */
export interface JobStep {
  /** Checkpoint at which the next step begins; if left out, the checkpoint of this step. */
  readonly checkpoint?: JsonObject;
  readonly counts?: Partial<JobCounts>;
  /** The number of rows, once known. */
  readonly total?: number;
  readonly errorSummary?: readonly JobErrorCount[];
  readonly preview?: JobPreview | null;
  /** `running` when the input was found good, `done` when there is nothing left, `failed` when it goes no further. */
  readonly phase?: 'running' | 'done' | 'failed';
  /** Reason why the job stops. */
  readonly failure?: JobFailure;
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Returns the job as given to a worker (the number of its process); null when it cannot be taken. */
export function afterClaim(row: JobRow, now: Date, worker: number | null = null): JobRow | null {
  if (row.status !== 'queued' || row.dueAt > now.toISOString()) return null;
  return {
    ...row,
    status: row.checkpoint === null ? FIRST_PHASE[row.type] : 'running',
    attempts: row.attempts + 1,
    fruitlessAttempts: row.fruitlessAttempts + 1,
    leaseUntil: later(now, LEASE_MS),
    worker,
    startedAt: row.startedAt ?? now.toISOString(),
  };
}

/** Returns the job one step further, or finished. Counters only grow, and add up to `processed`. */
export function afterStep(row: JobRow, step: JobStep, now: Date): JobRow {
  const { created = 0, updated = 0, unchanged = 0, deleted = 0, skipped = 0, failed = 0 } = step.counts ?? {};
  const next: JobRow = {
    ...row,
    checkpoint: step.checkpoint ?? row.checkpoint,
    total: step.total ?? row.total,
    processed: row.processed + created + updated + unchanged + deleted + skipped + failed,
    created: row.created + created,
    updated: row.updated + updated,
    unchanged: row.unchanged + unchanged,
    deleted: row.deleted + deleted,
    skipped: row.skipped + skipped,
    failed: row.failed + failed,
    errorSummary: step.errorSummary ?? row.errorSummary,
    preview: step.preview ?? row.preview,
    fruitlessAttempts: 0,
    failure: null,
    leaseUntil: later(now, LEASE_MS),
    status: step.phase === 'running' ? 'running' : row.status,
  };
  if (step.phase === 'failed') return { ...ended(next, 'failed', now), failure: step.failure ?? null };
  if (step.phase !== 'done') return next;
  // Rows may have come and gone since they were counted.
  const hasErrors = next.failed > 0 || next.errorSummary.some(countsErrors);
  const status = hasErrors ? 'completed_with_errors' : 'completed';
  return { ...ended(next, status, now), total: next.processed };
}

/** Returns the job as still held by a worker that is still at the same step. */
export const afterRenewal = (row: JobRow, now: Date): JobRow => ({
  ...row,
  leaseUntil: later(now, LEASE_MS),
});

/** Returns the job as given back by a worker that stops; no attempt was lost by it. */
export function afterRelease(row: JobRow, now: Date): JobRow {
  return { ...waiting(row, now, 0), fruitlessAttempts: Math.max(row.fruitlessAttempts - 1, 0) };
}

/** Returns the state after an attempt that failed: the job is retried after a delay, unless it can never succeed. */
export function afterFailedAttempt(row: JobRow, failure: JobFailure, now: Date, isFinal: boolean): JobRow {
  if (isFinal || row.fruitlessAttempts >= MAXIMUM_FRUITLESS) return { ...ended(row, 'failed', now), failure };
  // A failure after steps that were done is the first one at its position.
  const wait = WAITS_MS[Math.max(row.fruitlessAttempts - 1, 0)] ?? WAITS_MS[0];
  return { ...waiting(row, now, wait), failure };
}

/** Returns the job as taken from a worker that died or was silent for too long; null when none has it. */
export function lost(row: JobRow, now: Date): JobRow | null {
  if (!isLeased(row)) return null;
  if (row.fruitlessAttempts < MAXIMUM_FRUITLESS) return waiting(row, now, 0);
  const detail = localized('worker-ended', { count: row.fruitlessAttempts });
  return { ...ended(row, 'failed', now), failure: jobFailure('internal-error', detail) };
}

/** Returns the job stopped for good, by a person or by the job that does its work; null when it is over already. */
export function afterCancel(row: JobRow, now: Date, supersededBy: string | null): JobRow | null {
  return isOpen(row) ? { ...ended(row, 'cancelled', now), supersededBy } : null;
}

/** Returns the job queued again from where it stood; null when it is open, was done, or another does its work. */
export function afterRetry(row: JobRow, now: Date): JobRow | null {
  const isOver = row.status === 'failed' || (row.status === 'cancelled' && row.supersededBy === null);
  if (!isOver) return null;
  const queuedAt = now.toISOString();
  return { ...waiting(row, now, 0), queuedAt, fruitlessAttempts: 0, failure: null, finishedAt: null };
}

const waiting = (row: JobRow, now: Date, waitMs: number): JobRow => ({
  ...row,
  status: 'queued',
  dueAt: later(now, waitMs),
  enqueuedAt: null,
  leaseUntil: null,
  worker: null,
});

const ended = (row: JobRow, status: JobRow['status'], now: Date): JobRow => ({
  ...row,
  status,
  leaseUntil: null,
  worker: null,
  finishedAt: now.toISOString(),
});
