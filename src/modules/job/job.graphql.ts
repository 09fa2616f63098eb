import { builder, keyField } from '../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation, operationExtensions } from '../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../graphql/resource-fields.ts';
import { encodeId } from '../../kernel/ids.ts';
import { renderedOr } from '../../kernel/problems/messages/render-message.ts';
import { problemPath } from '../../kernel/problems/problem-definitions.ts';
import type { Actor, Principal } from '../../kernel/session.ts';
import type { Job } from '../../platform/prisma/generated/client/client.ts';
import { ActorType } from '../organization/user.graphql.ts';
import { adoptJob, cancelJob, type JobIdInput, retryJob } from './control-job.ts';
import {
  countsErrors,
  isCompleted,
  type JobErrorCount,
  type JobFailure,
  type JobStatus,
  type JobType,
} from './job-state.ts';
import { getJob, listJobs } from './read-jobs.ts';
import { subscribeToJob } from './subscribe-to-job.ts';

const JobTypeEnum = builder.enumType('JobType', {
  description: 'Type of a background job.',
  values: {
    IMPORT: { value: 'import', description: 'Imports the rows of a file.' },
    EXPORT: { value: 'export', description: 'Writes a file.' },
    BULK: { value: 'bulk', description: 'Updates or deletes all products that match a filter.' },
    REVERT: { value: 'revert', description: 'Reverts changes of products and entities.' },
    RECOMPUTE: {
      value: 'recompute',
      description:
        'Updates the stored completeness of the products of an attribute set after the set changed. Reads of a product are correct even before the job has run.',
    },
    ERASURE: {
      value: 'erasure',
      description: 'Erases the name and the comments of a user or token (`erasePersonalData`).',
    },
    MERGE: {
      value: 'merge',
      description:
        'Moves values of merged options or entities to another one (`mergeOptions`, `mergeEntities`).',
    },
    CLEAR: { value: 'clear', description: 'Removes the values of an attribute (`clearAttribute`).' },
  } as const,
});

const JobStatusEnum = builder.enumType('JobStatus', {
  description: 'Status of a job.',
  values: {
    QUEUED: {
      value: 'queued',
      description: 'Waits for a worker, for the first or the next attempt.',
    },
    VALIDATING: { value: 'validating', description: 'The input is being validated; nothing is written yet.' },
    RUNNING: { value: 'running', description: 'A worker is processing the job.' },
    COMPLETED: { value: 'completed', description: 'Finished without errors.' },
    COMPLETED_WITH_ERRORS: {
      value: 'completed_with_errors',
      description: 'Finished, but some rows failed.',
    },
    FAILED: {
      value: 'failed',
      description: 'Failed; `failure` contains the reason. The job can be retried.',
    },
    CANCELLED: {
      value: 'cancelled',
      description: 'Stopped by a user, or replaced by a newer job.',
    },
  } as const,
});

const JobProgress = builder.objectRef<Job>('JobProgress').implement({
  description: 'Progress of a job. The six outcomes add up to `processed`. Numbers never decrease.',
  fields: (t) => ({
    total: t.exposeInt('total', {
      nullable: true,
      description: 'Total number of rows; null until they are counted.',
    }),
    processed: t.exposeInt('processed', { description: 'Number of processed rows, with any outcome.' }),
    created: t.exposeInt('created', { description: 'Number of created objects.' }),
    updated: t.exposeInt('updated', { description: 'Number of updated objects.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Number of unchanged objects.' }),
    deleted: t.exposeInt('deleted', { description: 'Number of deleted objects.' }),
    skipped: t.exposeInt('skipped', { description: 'Number of skipped rows.' }),
    failed: t.exposeInt('failed', { description: 'Number of failed rows.' }),
    percent: t.int({ description: '0 to 100, rounded down; 100 when it is complete.', resolve: percentOf }),
  }),
});

function percentOf(job: Job): number {
  const { total, processed } = job;
  if (isCompleted(job)) return 100;
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((100 * processed) / total));
}

const JobErrorCountType = builder.objectRef<JobErrorCount>('JobErrorCount').implement({
  description: 'Number of errors or warnings with one code.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The kind: `option-not-found` …' }),
    count: t.exposeInt('count', { description: 'Number of errors.' }),
    exampleRow: t.exposeInt('example_row', {
      nullable: true,
      description: 'First row with the error, starting at 1; null if there are no rows.',
    }),
  }),
});

const JobFailureType = builder.objectRef<JobFailure>('JobFailure').implement({
  description: 'Why a job or its last attempt failed (problem details, RFC 9457).',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Error code for programs. Codes never change.' }),
    type: t.string({
      description: 'URL of the page that explains the problem.',
      resolve: ({ code }, _args, { links }) => links.absolute(problemPath(code)),
    }),
    status: t.exposeInt('status', { description: 'HTTP status code of the problem.' }),
    title: t.exposeString('title', { description: 'Title for people.' }),
    detail: t.string({
      description: 'Description of this occurrence, in the language of `Accept-Language`.',
      resolve: ({ detail, text }, _args, { language }) => renderedOr(detail, text, language),
    }),
  }),
});

export const PrincipalType = builder.objectRef<Principal>('Principal').implement({
  description:
    'The user or token whose permissions a job or schedule uses. Each step uses the scopes that the principal had at the start and still has.',
  fields: (t) => ({
    type: t.exposeString('type', {
      description: '`user`, `token`, or `operator` for a command run on the server.',
    }),
    id: t.exposeString('id', { description: 'Id of the user or token; `system` for the operator.' }),
    name: t.exposeString('name', { description: 'Name at that time.' }),
    scopes: t.stringList({
      nullable: true,
      description: 'Scopes of the token at the start; null if only the role limits the permissions.',
      resolve: ({ scopes }) => (scopes === null ? null : [...scopes]),
    }),
  }),
});

export const JobRef = builder.prismaNode('Job', {
  nullable: true,
  description: 'A background task. It survives restarts and crashes, and continues where it stopped.',
  extensions: {
    view: `{ id type subject profile bulkEdit { deletes fields { path } count } status dryRun
      progress { total processed created updated unchanged deleted skipped failed percent }
      errorSummary { code count exampleRow } warningSummary { code count exampleRow } triggeredBy { type id name } principal { type id name scopes } scopes attempts
      failure { code type status title detail } file { name sizeBytes url } errorFile resultFile resultFileExpiresAt
      folderReport { kinds { kind total created updated unchanged failed skipped }
        values { total written inherited skipped } files { total linked missing skipped inherited }
        links { total set skipped } } supersededBy: supersededById
      reverted { at actor { type id name } jobId requestId objects conflictCount }
      queuedAt startedAt finishedAt version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  authScopes: { holds: getJob.scope },
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    type: t.field({
      ...keyField(getJob.scope),
      type: JobTypeEnum,
      description: 'Type of the job.',
      resolve: ({ type }) => type as JobType,
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description:
        'Subject of the job: for `RECOMPUTE`, the code of the attribute set or `search rows`; for `REVERT` of a job, its id.',
    }),
    status: t.field({
      ...keyField(getJob.scope),
      type: JobStatusEnum,
      description: 'Status of the job.',
      resolve: ({ status }) => status as JobStatus,
    }),
    dryRun: t.exposeBoolean('dryRun', {
      ...keyField(getJob.scope),
      description: 'True if the job is a dry run and stores nothing except its report.',
    }),
    progress: t.field({
      ...keyField(getJob.scope),
      type: JobProgress,
      description: 'Progress of the job by outcome of its rows.',
      resolve: (job) => job,
    }),
    errorSummary: t.field({
      type: [JobErrorCountType],
      description: 'Row errors by code.',
      resolve: ({ errorSummary }) => (errorSummary as unknown as JobErrorCount[]).filter(countsErrors),
    }),
    warningSummary: t.field({
      type: [JobErrorCountType],
      description: 'Row warnings by code. A row with warnings is still written.',
      select: { errorSummary: true },
      resolve: ({ errorSummary }) =>
        (errorSummary as unknown as JobErrorCount[]).filter((entry) => !countsErrors(entry)),
    }),
    triggeredBy: t.field({
      type: ActorType,
      description: 'User or token that started the job.',
      resolve: ({ triggeredBy }) => triggeredBy as unknown as Actor,
    }),
    principal: t.field({
      type: PrincipalType,
      nullable: true,
      description:
        'The user or token whose permissions the job uses. Null for `RECOMPUTE`, which Catalograph starts itself, for `ERASURE`, and for a job of an earlier release with an unknown author, which an owner can adopt.',
      resolve: ({ principal }) => principal as unknown as Principal | null,
    }),
    scopes: t.exposeStringList('scopes', {
      description: 'Scopes that its principal needs at each step.',
    }),
    attempts: t.exposeInt('attempts', {
      description: 'Number of times that a worker has started or resumed the job.',
    }),
    failure: t.field({
      type: JobFailureType,
      nullable: true,
      description: 'Why the job or its last attempt failed.',
      resolve: ({ failure }) => failure as unknown as JobFailure | null,
    }),
    supersededById: t.id({
      nullable: true,
      description: 'Id of the newer job that replaces it; null for none.',
      resolve: ({ supersededBy }) => (supersededBy === null ? null : encodeId('Job', supersededBy)),
    }),
    queuedAt: t.expose('queuedAt', {
      type: 'DateTime',
      description: 'Time at which the job was queued or queued again.',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which a worker first started the job.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the job finished; null while it runs.',
    }),
    version: t.exposeInt('version', {
      ...keyField(getJob.scope),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const JobConnection = defineConnection('Job', JobRef);

builder.queryFields((t) => ({
  job: t.prismaField({
    type: JobRef,
    nullable: true,
    description: 'One job by its id; null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job: `job_…`.' }) },
    authScopes: { holds: getJob.scope },
    extensions: { ...operationExtensions(getJob), rest: { method: 'GET', path: '/import-export/jobs/{id}' } },
    resolve: (query, _root, { id }, context) => context.read(getJob, { id, query }),
  }),
  jobs: t.field({
    type: JobConnection,
    description: 'The jobs of the organization, newest first.',
    args: {
      ...pageArguments,
      type: t.arg({ type: [JobTypeEnum], description: 'Only jobs of these types.' }),
      status: t.arg({ type: [JobStatusEnum], description: 'Only jobs with these statuses.' }),
      dryRuns: t.arg.boolean({ description: 'True: only dry runs. False: no dry runs.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listJobs.scope },
    extensions: { ...operationExtensions(listJobs), rest: { method: 'GET', path: '/import-export/jobs' } },
    resolve: (_root, { type, status, dryRuns, ...page }, context, info) =>
      context.read(listJobs, {
        ...page,
        types: type,
        statuses: status,
        dryRuns,
        query: nodeQuery('Job', context, info),
      }),
  }),
}));

export const JobPayload = defineObjectPayload<JobIdInput>('JobPayload', {
  type: 'Job',
  noun: 'job',
  words: { one: 'job' },
  node: JobRef,
  find: (query, id, { prisma, caller: { organizationId } }) =>
    prisma.job.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
});

const byId = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the job: `job_…`.' }),
}));

defineMutation(cancelJob, {
  description:
    'Cancels a job that has not finished. Completed work stays. After a cancelled recomputation, filters and sorting by completeness are outdated until the job is retried or the structure changes again. Cancelling a cancelled job has no effect.',
  payload: JobPayload,
  args: byId,
  input: ({ id }) => ({ id: String(id) }),
  exposure: { rest: { method: 'POST', path: '/import-export/jobs/{id}/cancel' } },
});

defineMutation(retryJob, {
  description:
    'Queues a failed or cancelled job again. The job continues where it stopped, with the permissions of its principal. Requires the scopes of the job. Fails if a newer job has replaced it.',
  payload: JobPayload,
  args: byId,
  input: ({ id }) => ({ id: String(id) }),
  exposure: { rest: { method: 'POST', path: '/import-export/jobs/{id}/retry' } },
});

defineMutation(adoptJob, {
  description:
    'Makes the signed-in owner the principal of a failed or cancelled job and queues it again. The job continues where it stopped. For jobs that failed with `principal-lost`: the user or token that started them no longer exists or lacks a scope.',
  payload: JobPayload,
  args: byId,
  input: ({ id }) => ({ id: String(id) }),
  exposure: { rest: { method: 'POST', path: '/import-export/jobs/{id}/adopt' } },
});

builder.subscriptionField('jobProgress', (t) =>
  t.field({
    type: JobRef,
    description: 'The current state of a job, then each progress update. Ends when the job has finished.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job: `job_…`.' }) },
    authScopes: { holds: subscribeToJob.scope },
    extensions: operationExtensions(subscribeToJob),
    subscribe: (_root, { id }, context) =>
      context.read(subscribeToJob, { id: String(id), signal: context.subscription.signal }) as never,
    resolve: (job) => job as never,
  }),
);
