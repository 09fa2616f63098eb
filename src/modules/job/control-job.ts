import { Conflict, NotFound } from '../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { type AuditKind, recordAuditEntry } from '../../platform/audit/record-audit.ts';
import { asSerializationFailure } from '../../platform/database/sql-state.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import { findDuplicateImport, lockJob, lockOpenJobs, updateJob } from './job.store.ts';
import { isSystemJob, type JobRow, type JobType } from './job-state.ts';
import { afterCancel, afterRetry } from './job-transitions.ts';
import { requirePrincipal } from './principal.ts';
import { runJobMessage } from './run-job-message.ts';

export interface JobIdInput {
  /** `job_…` */
  readonly id: string;
}

/** Properties that all operations of people on a job have in common. */
const BY_PERSON = {
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: ['conflict', 'not-found'],
} as const;

const OWNERS = { sessionRole: ['owner'] } as const;
/** Job types that only owners start; only owners stop and resume them. */
const OF_OWNERS: readonly JobType[] = ['erasure'];

/** Stops a job: what its steps have done stays, the step under way is the last. Cancelling it again changes nothing. */
export const cancelJob = defineWrite({
  ...BY_PERSON,
  name: 'cancelJob',
  async handler(context: WriteContext, { id }: JobIdInput): Promise<JobIdInput> {
    const row = await requireJob(context, id);
    requireOwner(context, row, 'Cancelling an erasure');
    if (row.status === 'cancelled') return { id };
    const next = afterCancel(row, context.now, null);
    if (next === null)
      throw new Conflict('job-not-cancellable', localized('job-not-cancellable', { state: statusText(row) }));
    await change(context, next, 'job.cancelled');
    return { id };
  },
});

/** Queues a failed or cancelled job again; it goes on where it stood, with the rights of its principal. */
export const retryJob = defineWrite({
  ...BY_PERSON,
  name: 'retryJob',
  async handler(context: WriteContext, { id }: JobIdInput): Promise<JobIdInput> {
    const row = await requireJob(context, id);
    requireOwner(context, row, 'Retrying an erasure');
    for (const scope of row.scopes) authorize(context.session, scope, 'Retrying this job');
    return resumeJob(context, row, 'job.retried');
  },
});

/** Makes the owner who asks the principal of a failed or cancelled job, and queues it again. */
export const adoptJob = defineWrite({
  ...BY_PERSON,
  name: 'adoptJob',
  scope: OWNERS,
  async handler(context: WriteContext, { id }: JobIdInput): Promise<JobIdInput> {
    const row = await requireJob(context, id);
    if (isSystemJob(row.type)) throw new Conflict('invalid-transition', localized('job-of-product'));
    return resumeJob(context, { ...row, principal: requirePrincipal(context.session) }, 'job.adopted');
  },
});

function requireOwner({ session }: WriteContext, { type }: JobRow, what: string): void {
  if (OF_OWNERS.includes(type)) authorize(session, OWNERS, what);
}

async function resumeJob(context: WriteContext, row: JobRow, kind: AuditKind): Promise<JobIdInput> {
  const next = afterRetry(row, context.now);
  if (next === null) {
    const reason =
      row.supersededBy === null
        ? localized('job-not-retryable', { state: statusText(row) })
        : localized('job-superseded', { job: encodeId('Job', row.supersededBy) });
    throw new Conflict('invalid-transition', reason);
  }
  await rejectSecondJob(context, row);
  await change(context, next, kind);
  context.enqueue(runJobMessage(context.session.organizationId, next));
  return { id: encodeId('Job', row.id) };
}

const statusText = ({ status }: JobRow) => status.replaceAll('_', ' ');

async function requireJob(context: WriteContext, id: string): Promise<JobRow> {
  const uuid = decodeIdOf('Job', id);
  const row = uuid === null ? undefined : await lockJob(context, uuid);
  if (row === undefined) throw NotFound.of('job', id);
  return row;
}

/** Two recomputations of one set, or imports of one file, would only be in each other's way. */
async function rejectSecondJob(context: WriteContext, row: JobRow): Promise<void> {
  const { type, subject } = row;
  if (subject === null) return;
  const other =
    type === 'recompute'
      ? (await lockOpenJobs(context, type, [subject]))[0]?.id
      : await findDuplicateImport(context, row);
  if (other === undefined) return;
  throw new Conflict('invalid-transition', localized('job-twin', { job: encodeId('Job', other) }));
}

async function change(context: WriteContext, row: JobRow, kind: AuditKind): Promise<void> {
  const { organizationId, actor, requestId } = context.session;
  await asSerializationFailure(updateJob(context, organizationId, row, context.now));
  const data = { job_id: encodeId('Job', row.id), type: row.type };
  await recordAuditEntry(context, { organizationId, kind, at: context.now, actor, data, requestId });
}
