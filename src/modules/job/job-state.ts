import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { isTranslated, type Message } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { PROBLEMS, type ProblemCode } from '../../kernel/problems/problem-definitions.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { Actor, Principal } from '../../kernel/session.ts';
import type { JobPreview } from './changes/job-preview.ts';

/** Kinds of work that outlive a request. */
export const JOB_TYPES = [
  'import',
  'export',
  'bulk',
  'revert',
  'recompute',
  'erasure',
  'merge',
  'clear',
] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** Types that act with no one's rights: they derive what is stored anyway, or do what an owner has requested once. */
export const SYSTEM_JOB_TYPES = ['recompute', 'erasure'] as const satisfies readonly JobType[];
export type SystemJobType = (typeof SYSTEM_JOB_TYPES)[number];

export const JOB_STATUSES = [
  'queued',
  'validating',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Counts of processed rows by their result; a step reports its own, a job the sums. */
export interface JobCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly skipped: number;
  readonly failed: number;
}

/** Number of errors or warnings of one kind, and the position of the first. */
export interface JobErrorCount {
  /** Left out by errors. */
  readonly level?: 'warning';
  readonly code: string;
  readonly count: number;
  /** Number of the row in the source, from 1; null where there are no rows. */
  readonly example_row: number | null;
}

/** Returns true if it counts errors, which prevent a change; warnings do not. */
export const countsErrors = ({ level }: JobErrorCount): boolean => level === undefined;

/** Reason why a job or its last attempt failed. */
export interface JobFailure {
  readonly code: string;
  readonly title: string;
  /** HTTP status of the problem, by the catalogue. */
  readonly status: number;
  /** Message in English. */
  readonly detail: string;
  /** The detail in the catalogue; absent where it is English alone. */
  readonly text?: Message;
}

/** A job as its row holds it. Times are RFC 3339 in UTC. */
export interface JobRow extends JobCounts {
  readonly id: string;
  readonly type: JobType;
  readonly subject: string | null;
  readonly status: JobStatus;
  readonly dryRun: boolean;
  readonly input: JsonObject;
  readonly checkpoint: JsonObject | null;
  readonly total: number | null;
  readonly processed: number;
  readonly errorSummary: readonly JobErrorCount[];
  readonly attempts: number;
  readonly fruitlessAttempts: number;
  readonly failure: JobFailure | null;
  readonly supersededBy: string | null;
  /** Changes that a dry run would make. */
  readonly preview: JobPreview | null;
  /** Actor that requested the job. */
  readonly triggeredBy: Actor;
  /** Principal whose rights the job uses; null for those of the product itself, and where it is unknown. */
  readonly principal: Principal | null;
  /** Scopes that its principal needs, all of them, at every step. */
  readonly scopes: readonly Scope[];
  /** The span that requested it (W3C Trace Context). */
  readonly trace: string | null;
  readonly queuedAt: string;
  readonly dueAt: string;
  readonly enqueuedAt: string | null;
  readonly leaseUntil: string | null;
  /** The number by which the process that has it shows that it lives. */
  readonly worker: number | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly version: number;
}

/** The revert of what a job did. A type, so that it is a JSON value. */
export type JobRevert = {
  /** RFC 3339 */
  readonly at: string;
  /** UUID of the job that reverted it; null where a request did. */
  readonly jobId: string | null;
  readonly requestId: string | null;
  /** UUID of an object that the request changed; its event knows who it was. */
  readonly objectId: string | null;
  /** Objects that are as before the job again, as far as no conflict says otherwise. */
  readonly objects: number;
  readonly conflictCount: number;
  /** The first conflicts of a request; those of a job are its errors. */
  readonly conflicts: readonly { readonly [key: string]: JsonValue }[];
};

/** A revert that a request has reverted: what the job did is in effect again, until that is reverted in turn. */
export type EndedRevert = { readonly endedBy: string };

/** The statuses of jobs that are not over, as a list in SQL; indexes are made for it to the letter. */
export const OPEN_STATUSES = "('queued', 'validating', 'running')";
/** Statuses of jobs that have done their work, rows at fault left out or not. */
export const COMPLETED_STATUSES = "('completed', 'completed_with_errors')";

/** Returns true if a job has finished its work, with or without rows that failed. */
export const isCompleted = ({ status }: { readonly status: string }): boolean =>
  status === 'completed' || status === 'completed_with_errors';

/** Returns true if jobs of a type act without the rights of a principal. */
export const isSystemJob = (type: JobType): type is SystemJobType =>
  SYSTEM_JOB_TYPES.some((systemType) => systemType === type);

/** Returns true if work remains. */
export const isOpen = ({ status }: { readonly status: string }): boolean =>
  status === 'queued' || isLeased({ status });

/** Returns true if a worker holds the job. */
export const isLeased = ({ status }: { readonly status: string }): boolean =>
  status === 'validating' || status === 'running';

export function jobFailure(code: ProblemCode, detail: Message): JobFailure {
  const { title, status } = PROBLEMS[code];
  const text = isTranslated(detail) ? { text: detail } : {};
  return { code, title, status, detail: rendered(detail), ...text };
}
