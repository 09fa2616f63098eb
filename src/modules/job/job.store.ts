import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { Principal } from '../../kernel/session.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { storableJson } from '../../kernel/text/storable-text.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { isProcessDeadSql } from '../../platform/notification/process-lock.ts';
import {
  COMPLETED_STATUSES,
  type EndedRevert,
  type JobRevert,
  type JobRow,
  type JobType,
  OPEN_STATUSES,
  type SystemJobType,
} from './job-state.ts';

const time = (column: string, name: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`;

const ROW = `id::text AS id, type, subject, status, dry_run AS "dryRun", input, checkpoint, total, processed, created,
  updated, unchanged, deleted, skipped, failed, error_summary AS "errorSummary", attempts,
  fruitless_attempts AS "fruitlessAttempts", failure, superseded_by::text AS "supersededBy", preview,
  triggered_by AS "triggeredBy", principal, scopes, trace,
  ${time('queued_at', 'queuedAt')}, ${time('due_at', 'dueAt')}, ${time('enqueued_at', 'enqueuedAt')},
  ${time('lease_until', 'leaseUntil')}, worker, ${time('started_at', 'startedAt')}, ${time('finished_at', 'finishedAt')},
  version`;

/** Subject of jobs that write snapshots. */
export const SNAPSHOT_SUBJECT = 'snapshot';
const WEEK_MS = 7 * 86_400_000;

/** Fields of a new job. */
export type NewJob = NewJobMetadata & (NewSystemJob | NewUserJob);

interface NewSystemJob {
  readonly type: SystemJobType;
}

interface NewUserJob {
  readonly type: Exclude<JobType, SystemJobType>;
  /** Scopes that the requesting principal needs, all of them, now and at every step. */
  readonly scopes: readonly [Scope, ...Scope[]];
}

interface NewJobMetadata {
  /** Subject of the job, for people and for finding other jobs that do the same. */
  readonly subject: string | null;
  readonly dryRun?: boolean;
  /** Input of its steps, and the only data of the job: ids, codes, settings. */
  readonly input?: JsonObject;
}

/** Principal whose rights a job uses, and the scopes that it needs of them. */
export interface JobRights {
  readonly principal: Principal | null;
  readonly scopes: readonly Scope[];
}

const INSERT = defineStatement({
  name: 'job.insert',
  kind: 'write',
  sql: `INSERT INTO public.job (organization_id, id, type, subject, dry_run, input, triggered_by, queued_at, due_at,
                                created_at, updated_at, trace, principal, scopes)
        VALUES ($1::uuid, $2::uuid, $3, $4, $5::boolean, $6::jsonb, $7::jsonb, $8::timestamptz, $8::timestamptz,
                $8::timestamptz, $8::timestamptz, $9, $10::jsonb, $11::text[])`,
});

/** Inserts a queued job, to be done on behalf of the caller. */
export async function insertJob(
  context: WriteContext,
  id: string,
  job: NewJob,
  { principal, scopes }: JobRights,
): Promise<void> {
  await context.execute(INSERT, [
    context.session.organizationId,
    id,
    job.type,
    job.subject,
    job.dryRun ?? false,
    JSON.stringify(job.input ?? {}),
    JSON.stringify(context.session.actor),
    context.now.toISOString(),
    context.trace,
    principal === null ? null : JSON.stringify(principal),
    [...scopes],
  ]);
}

const JOB_ROW: ColumnsOf<JobRow> = {
  id: 'text',
  type: 'text',
  subject: 'text | null',
  status: 'text',
  dryRun: 'boolean',
  input: 'json',
  checkpoint: 'json | null',
  total: 'int | null',
  processed: 'int',
  errorSummary: 'json',
  attempts: 'int',
  fruitlessAttempts: 'int',
  failure: 'json | null',
  supersededBy: 'text | null',
  preview: 'json | null',
  triggeredBy: 'json',
  principal: 'json | null',
  scopes: 'text[]',
  trace: 'text | null',
  queuedAt: 'text',
  dueAt: 'text',
  enqueuedAt: 'text | null',
  leaseUntil: 'text | null',
  worker: 'int | null',
  startedAt: 'text | null',
  finishedAt: 'text | null',
  version: 'int',
  created: 'int',
  updated: 'int',
  unchanged: 'int',
  deleted: 'int',
  skipped: 'int',
  failed: 'int',
};

const LOCK = defineStatement<JobRow>({
  name: 'job.lock',
  kind: 'read',
  row: JOB_ROW,
  sql: `SELECT ${ROW} FROM public.job WHERE organization_id = $1::uuid AND id = $2::uuid FOR NO KEY UPDATE`,
});

/** Returns one job by its UUID, locked. */
export async function lockJob(context: WriteContext, id: string): Promise<JobRow | undefined> {
  const [row] = await context.execute(LOCK, [context.session.organizationId, id]);
  return row;
}

const FIND_OPEN = defineStatement({
  name: 'job.find_open',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.job
        WHERE organization_id = $1::uuid AND type = $2 AND subject = $3 AND NOT dry_run AND status IN ${OPEN_STATUSES}
        ORDER BY id LIMIT 1`,
});

/** Returns the UUID of a job of a type and subject that has not finished, dry runs excluded; null if there is none. */
export async function findOpenJob(
  transaction: Transaction,
  organizationId: string,
  type: JobType,
  subject: string,
): Promise<string | null> {
  const [row] = await transaction.execute(FIND_OPEN, [organizationId, type, subject]);
  return row?.id ?? null;
}

const LOCK_OPEN = defineStatement<JobRow>({
  name: 'job.lock_open',
  kind: 'read',
  row: JOB_ROW,
  sql: `SELECT ${ROW} FROM public.job
        WHERE organization_id = $1::uuid AND type = $2 AND subject = ANY($3::text[])
          AND status IN ${OPEN_STATUSES}
        ORDER BY id FOR NO KEY UPDATE`,
});

/** Returns the jobs of a type that have not finished and work on one of the subjects, locked. */
export async function lockOpenJobs(
  context: WriteContext,
  type: JobType,
  subjects: readonly string[],
): Promise<readonly JobRow[]> {
  return context.execute(LOCK_OPEN, [context.session.organizationId, type, [...subjects]]);
}

const FIND_TWIN = defineStatement({
  name: 'job.find_twin',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.job
        WHERE organization_id = $1::uuid AND id <> $2::uuid AND type = $3 AND subject = $4
          AND status IN ${OPEN_STATUSES} AND input ->> 'fileKey' = $5`,
});

/** Returns the UUID of another job that is open and takes in the same file in the same way. */
export async function findDuplicateImport(context: WriteContext, row: JobRow): Promise<string | undefined> {
  const [twin] = await context.execute(FIND_TWIN, [
    context.session.organizationId,
    row.id,
    row.type,
    row.subject,
    row.input.fileKey ?? null,
  ]);
  return twin?.id;
}

/** Columns that change in the life of a job, with what a row has for them. */
const toColumns = (row: JobRow) => ({
  status: row.status,
  checkpoint: row.checkpoint,
  total: row.total,
  processed: row.processed,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  deleted: row.deleted,
  skipped: row.skipped,
  failed: row.failed,
  error_summary: row.errorSummary,
  attempts: row.attempts,
  fruitless_attempts: row.fruitlessAttempts,
  failure: row.failure,
  superseded_by: row.supersededBy,
  preview: row.preview,
  principal: row.principal,
  queued_at: row.queuedAt,
  due_at: row.dueAt,
  enqueued_at: row.enqueuedAt,
  lease_until: row.leaseUntil,
  worker: row.worker,
  started_at: row.startedAt,
  finished_at: row.finishedAt,
});

const COLUMNS = Object.keys(toColumns({} as JobRow)).join(', ');

const UPDATE = defineStatement({
  name: 'job.update',
  kind: 'write',
  sql: `UPDATE public.job SET version = version + 1, updated_at = $3::timestamptz,
          (${COLUMNS}) = (SELECT ${COLUMNS} FROM jsonb_populate_record(NULL::public.job, $4::jsonb))
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Writes a locked job as it is next, with the next version. */
export async function updateJob(
  transaction: Transaction,
  organizationId: string,
  row: JobRow,
  now: Date,
): Promise<void> {
  await transaction.execute(UPDATE, [
    organizationId,
    row.id,
    now.toISOString(),
    storableJson(toColumns(row)),
  ]);
}

const SET_REVERTED = defineStatement({
  name: 'job.set_reverted',
  kind: 'write',
  sql: `UPDATE public.job SET reverted = $3::jsonb, version = version + 1, updated_at = $4::timestamptz
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Stores that what a job did is reverted, or that a request reverted that; null: by a job. */
export async function setReverted(
  context: WriteContext,
  id: string,
  revert: JobRevert | EndedRevert | null,
): Promise<void> {
  const value = revert === null ? null : JSON.stringify(revert);
  await context.execute(SET_REVERTED, [context.session.organizationId, id, value, context.now.toISOString()]);
}

const FIND_REVERTED = defineStatement({
  name: 'job.find_reverted',
  kind: 'read',
  row: { id: 'text', isEnded: 'boolean' },
  sql: `SELECT id::text AS id, reverted ? 'endedBy' AS "isEnded" FROM public.job
        WHERE organization_id = $1::uuid AND (reverted ->> 'requestId' = $2 OR reverted ->> 'endedBy' = $2)
        ORDER BY id FOR UPDATE`,
});

/** Returns the jobs whose changes a request reverted, and those whose revert it reverted (`isEnded`). */
export async function findReverted(
  context: WriteContext,
  requestId: string,
): Promise<readonly { readonly id: string; readonly isEnded: boolean }[]> {
  return context.execute(FIND_REVERTED, [context.session.organizationId, requestId]);
}

/** A job of any organization. */
export type JobOfOrganization = JobRow & { readonly organizationId: string };

const JOB_OF_ORGANIZATION_ROW: ColumnsOf<JobOfOrganization> = { ...JOB_ROW, organizationId: 'text' };

const LOCK_LOST = defineStatement<JobOfOrganization>({
  name: 'job.lock_lost',
  kind: 'read',
  row: JOB_OF_ORGANIZATION_ROW,
  sql: `SELECT organization_id::text AS "organizationId", ${ROW} FROM public.job
        WHERE lease_until IS NOT NULL AND (lease_until < $1::timestamptz OR ${isProcessDeadSql('worker')})
        ORDER BY lease_until LIMIT $2::int FOR NO KEY UPDATE SKIP LOCKED`,
});

/**
 * Returns jobs of all organizations whose workers died or were silent for too long; those that are being written are
 * left.
 */
export async function lockLost(
  owner: Transaction,
  now: Date,
  limit: number,
): Promise<readonly JobOfOrganization[]> {
  return owner.execute(LOCK_LOST, [now.toISOString(), limit]);
}

/** Selects jobs that still wait although a worker should have taken them. */
export interface EnqueueDeadlines {
  /** Never put into the queue by a sweeper, and due since then. */
  readonly due: Date;
  /** Put into the queue, and not taken since then. */
  readonly enqueued: Date;
}

const FIND_MISSING = defineStatement<JobOfOrganization>({
  name: 'job.find_missing',
  kind: 'read',
  row: JOB_OF_ORGANIZATION_ROW,
  sql: `SELECT organization_id::text AS "organizationId", ${ROW} FROM public.job
        WHERE status = 'queued' AND due_at <= $1::timestamptz
          AND (enqueued_at IS NULL OR enqueued_at <= $2::timestamptz)
        ORDER BY due_at, id LIMIT $3::int`,
});

/** Returns jobs of all organizations that no queue may know of; those that were due first come first. */
export async function findUnqueuedJobs(
  owner: Transaction,
  before: EnqueueDeadlines,
  limit: number,
): Promise<readonly JobOfOrganization[]> {
  return owner.execute(FIND_MISSING, [before.due.toISOString(), before.enqueued.toISOString(), limit]);
}

const MARK_ENQUEUED = defineStatement({
  name: 'job.mark_enqueued',
  kind: 'write',
  sql: `UPDATE public.job SET enqueued_at = $2::timestamptz WHERE id = ANY($1::uuid[]) AND status = 'queued'`,
});

/** Remembers that waiting jobs were put into the queue. */
export async function markJobsEnqueued(owner: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await owner.execute(MARK_ENQUEUED, [[...ids], now.toISOString()]);
}

/** Fields by which the files of a job are looked up. */
export interface FileJobMetadata {
  readonly status: string;
  readonly input: JsonObject;
  readonly checkpoint: JsonObject | null;
  /** Scopes that its principal needed. */
  readonly scopes: readonly Scope[];
}

const NEWEST_SNAPSHOT = defineStatement({
  name: 'job.newest_snapshot',
  kind: 'read',
  row: { id: 'text', sequence: 'int' },
  sql: `SELECT id::text AS id, (input -> 'snapshot' ->> 'sequence')::int AS sequence FROM public.job
        WHERE organization_id = $1::uuid AND type = 'export' AND subject = '${SNAPSHOT_SUBJECT}'
          AND status IN ${COMPLETED_STATUSES} AND finished_at > $2::timestamptz
          AND input -> 'snapshot' ->> 'sequence' IS NOT NULL
        ORDER BY id DESC LIMIT 1`,
});

/** Returns the newest snapshot that was finished in the last week, so that its file is there. */
export async function findNewestSnapshot(
  transaction: Transaction,
  organizationId: string,
  now: Date,
): Promise<{ readonly id: string; readonly sequence: number } | null> {
  const since = new Date(now.getTime() - WEEK_MS);
  const [row] = await transaction.execute(NEWEST_SNAPSHOT, [organizationId, since.toISOString()]);
  return row ?? null;
}

const READ_FILE_JOB = defineStatement<FileJobMetadata>({
  name: 'job.read_file_job',
  kind: 'read',
  row: { status: 'text', input: 'json', checkpoint: 'json | null', scopes: 'json' },
  sql: `SELECT status, input, checkpoint, to_jsonb(scopes) AS scopes FROM public.job
        WHERE organization_id = $1::uuid AND id = $2::uuid AND type = $3`,
});

/** Returns an import or export of the organization, by UUID. */
export async function readFileJob(
  transaction: Transaction,
  organizationId: string,
  id: string,
  type: 'import' | 'export',
): Promise<FileJobMetadata | null> {
  const [row] = await transaction.execute(READ_FILE_JOB, [organizationId, id, type]);
  return row ?? null;
}
