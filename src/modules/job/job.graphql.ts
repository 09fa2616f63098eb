import { builder, keyFact, READ_SCOPES_OF_NODES, WRITTEN } from '../../graphql/builder.ts';
import { connectionOf, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { factsOf, mutationOf } from '../../graphql/operation-field.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import { problemPath } from '../../kernel/problem-catalogue.ts';
import type { Actor, Principal } from '../../kernel/session.ts';
import type { Job } from '../../platform/prisma/generated/client/client.ts';
import { ActorType } from '../organization/person.graphql.ts';
import { adoptJob, cancelJob, type JobChoice, retryJob } from './control-job.ts';
import {
  countsErrors,
  isCompleted,
  type JobErrorCount,
  type JobFailure,
  type JobStatus,
  type JobType,
} from './job-state.ts';
import { getJob, listJobs } from './read-jobs.ts';

READ_SCOPES_OF_NODES.set('Job', getJob.scope);

const JobTypeEnum = builder.enumType('JobType', {
  description: 'A kind of work that outlives a request.',
  values: {
    IMPORT: { value: 'import', description: 'Takes rows of a file in.' },
    EXPORT: { value: 'export', description: 'Writes a file.' },
    BULK: { value: 'bulk', description: 'Changes all products that a filter finds.' },
    RECOMPUTE: {
      value: 'recompute',
      description:
        'Brings the stored completeness of an attribute set with many products up to date after its structure ' +
        'changed. What is read of a product is right before it ran, too.',
    },
  } as const,
});

const JobStatusEnum = builder.enumType('JobStatus', {
  description: 'How far a job has come.',
  values: {
    QUEUED: {
      value: 'queued',
      description: 'Waits for a worker; for the first time or for the next attempt.',
    },
    VALIDATING: { value: 'validating', description: 'Its input is being looked at; nothing is written yet.' },
    RUNNING: { value: 'running', description: 'A worker is at it.' },
    COMPLETED: { value: 'completed', description: 'Everything is done.' },
    COMPLETED_WITH_ERRORS: {
      value: 'completed_with_errors',
      description: 'Done, except for rows that were refused.',
    },
    FAILED: { value: 'failed', description: 'Given up; `failure` says why. It can be tried again.' },
    CANCELLED: {
      value: 'cancelled',
      description: 'Stopped by somebody, or by a newer job that does its work.',
    },
  } as const,
});

const JobProgress = builder.objectRef<Job>('JobProgress').implement({
  description:
    'What became of the rows of a job. The six outcomes add up to `processed`; no number goes back.',
  fields: (t) => ({
    total: t.exposeInt('total', {
      nullable: true,
      description: 'Rows to process; null until they are counted.',
    }),
    processed: t.exposeInt('processed', { description: 'Rows done with, whatever became of them.' }),
    created: t.exposeInt('created', { description: 'Objects that are new.' }),
    updated: t.exposeInt('updated', { description: 'Objects that changed.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Objects that already were as asked.' }),
    deleted: t.exposeInt('deleted', { description: 'Objects that are gone.' }),
    skipped: t.exposeInt('skipped', { description: 'Rows left out on purpose.' }),
    failed: t.exposeInt('failed', { description: 'Rows that were refused.' }),
    percent: t.int({ description: '0 to 100, rounded down; 100 when it is complete.', resolve: percentOf }),
  }),
});

function percentOf(job: Job): number {
  const { total, processed } = job;
  if (isCompleted(job)) return 100;
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((100 * processed) / total));
}

const JobErrorCountType = builder.objectRef<JobErrorCount>('JobErrorCount').implement({
  description: 'How often one kind of error or warning was met.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The kind: `option-not-found` …' }),
    count: t.exposeInt('count', { description: 'How many there were.' }),
    exampleRow: t.exposeInt('example_row', {
      nullable: true,
      description: 'The first row that has one, from 1; null where there are no rows.',
    }),
  }),
});

const JobFailureType = builder.objectRef<JobFailure>('JobFailure').implement({
  description: 'Why a job or its last attempt came to nothing (problem details, RFC 9457).',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'What it is, for programs; never changes.' }),
    type: t.string({
      description: 'Address of the page that explains it.',
      resolve: ({ code }, _args, { links }) => links.absolute(problemPath(code)),
    }),
    status: t.exposeInt('status', { description: 'The HTTP status of such a problem.' }),
    title: t.exposeString('title', { description: 'What it is, for people.' }),
    detail: t.exposeString('detail', { description: 'What happened this time.' }),
  }),
});

export const PrincipalType = builder.objectRef<Principal>('Principal').implement({
  description:
    'With whose rights a job or a schedule acts: at each step with the scopes that it had when it asked, as far as it still has them.',
  fields: (t) => ({
    type: t.exposeString('type', {
      description: '`user`, `token`, or `operator` for whoever ran a command on the server.',
    }),
    id: t.exposeString('id', { description: 'Id of the user or token; `system` for the operator.' }),
    name: t.exposeString('name', { description: 'The name it had then.' }),
    scopes: t.stringList({
      nullable: true,
      description: 'The scopes that a token had when it asked; null for those that the role alone limits.',
      resolve: ({ scopes }) => (scopes === null ? null : [...scopes]),
    }),
  }),
});

export const JobRef = builder.prismaNode('Job', {
  nullable: true,
  description: 'Work that outlives a request. It survives restarts and crashes, and goes on where it stood.',
  extensions: {
    view: `{ id type subject profile status dryRun
      progress { total processed created updated unchanged deleted skipped failed percent }
      errorSummary { code count exampleRow } warningSummary { code count exampleRow } triggeredBy { type id name } principal { type id name scopes } scopes attempts
      failure { code type status title detail } file { name sizeBytes url } errorFile resultFile resultFileExpiresAt
      folderReport { kinds { kind total created updated unchanged failed skipped }
        values { total written inherited skipped } files { total linked missing skipped inherited }
        links { total set skipped } } supersededBy: supersededById
      queuedAt startedAt finishedAt version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  authScopes: { holds: getJob.scope },
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    type: t.field({
      ...keyFact(getJob.scope),
      type: JobTypeEnum,
      description: 'The kind of work.',
      resolve: ({ type }) => type as JobType,
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'What it works on: for `RECOMPUTE` the code of the attribute set, or `search rows`.',
    }),
    status: t.field({
      ...keyFact(getJob.scope),
      type: JobStatusEnum,
      description: 'How far it has come.',
      resolve: ({ status }) => status as JobStatus,
    }),
    dryRun: t.exposeBoolean('dryRun', {
      ...keyFact(getJob.scope),
      description: 'True when it stores nothing but its report.',
    }),
    progress: t.field({
      ...keyFact(getJob.scope),
      type: JobProgress,
      description: 'What became of its rows so far.',
      resolve: (job) => job,
    }),
    errorSummary: t.field({
      type: [JobErrorCountType],
      description: 'The kinds of errors of its rows.',
      resolve: ({ errorSummary }) => (errorSummary as unknown as JobErrorCount[]).filter(countsErrors),
    }),
    warningSummary: t.field({
      type: [JobErrorCountType],
      description: 'The kinds of warnings of its rows, which kept no row from being written.',
      select: { errorSummary: true },
      resolve: ({ errorSummary }) =>
        (errorSummary as unknown as JobErrorCount[]).filter((entry) => !countsErrors(entry)),
    }),
    triggeredBy: t.field({
      type: ActorType,
      description: 'Whose request made it.',
      resolve: ({ triggeredBy }) => triggeredBy as unknown as Actor,
    }),
    principal: t.field({
      type: PrincipalType,
      nullable: true,
      description:
        "With whose rights it acts. Null for `RECOMPUTE`, which is the product's own, and for a job of an earlier release whose author nobody knows: an owner may adopt it.",
      resolve: ({ principal }) => principal as unknown as Principal | null,
    }),
    scopes: t.exposeStringList('scopes', {
      description: 'The scopes that its principal needs at each step, all of them.',
    }),
    attempts: t.exposeInt('attempts', { description: 'How often a worker has begun or resumed it.' }),
    failure: t.field({
      type: JobFailureType,
      nullable: true,
      description: 'Why it, or its last attempt, failed.',
      resolve: ({ failure }) => failure as unknown as JobFailure | null,
    }),
    supersededById: t.id({
      nullable: true,
      description: 'Id of the newer job that does its work; null when there is none.',
      resolve: ({ supersededBy }) => (supersededBy === null ? null : encodeId('Job', supersededBy)),
    }),
    queuedAt: t.expose('queuedAt', {
      type: 'DateTime',
      description: 'When it was asked for, or asked for again.',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a worker first began it.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was over; null while it is not.',
    }),
    version: t.exposeInt('version', {
      ...keyFact(getJob.scope),
      description: 'Goes up by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const JobConnection = connectionOf('Job', JobRef);

builder.queryFields((t) => ({
  job: t.prismaField({
    type: JobRef,
    nullable: true,
    description: 'One job by its id; null when there is none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job: `job_…`.' }) },
    authScopes: { holds: getJob.scope },
    extensions: { ...factsOf(getJob), rest: { method: 'GET', path: '/import-export/jobs/{id}' } },
    resolve: (query, _root, { id }, context) => context.read(getJob, { id, query }),
  }),
  jobs: t.field({
    type: JobConnection,
    description: 'The jobs of the organization, newest first.',
    args: {
      ...pageArguments,
      type: t.arg({ type: [JobTypeEnum], description: 'Only jobs of these types.' }),
      status: t.arg({ type: [JobStatusEnum], description: 'Only jobs that have come this far.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listJobs.scope },
    extensions: { ...factsOf(listJobs), rest: { method: 'GET', path: '/import-export/jobs' } },
    resolve: (_root, { type, status, ...page }, context, info) =>
      context.read(listJobs, {
        ...page,
        types: type,
        statuses: status,
        query: nodeQuery('Job', context, info),
      }),
  }),
}));

export const JobPayload = builder
  .objectRef<JobChoice & { readonly dryRun: boolean }>('JobPayload')
  .implement({
    description: 'The job after the write.',
    extensions: { answers: 'job' } satisfies TypeExtensions,
    fields: (t) => ({
      job: t.prismaField({
        type: JobRef,
        description: 'The job as it is now; in a dry run, as it would be.',
        grantScopes: WRITTEN,
        resolve: (query, { id }, _args, { prisma, caller }) =>
          prisma.job.findUniqueOrThrow({
            ...query,
            where: {
              organizationId_id: { organizationId: caller.organizationId, id: decodeIdOf('Job', id) ?? '' },
            },
          }),
      }),
      dryRun: t.exposeBoolean('dryRun', { description: 'True when nothing was stored.' }),
    }),
  });

const byId = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the job: `job_…`.' }),
}));

mutationOf(cancelJob, {
  description:
    'Stops a job that is not over. What it has done stays; a cancelled recomputation leaves filters and sorting by ' +
    'completeness behind until it is tried again or the structure changes anew. Cancelling again changes nothing.',
  payload: JobPayload,
  args: byId,
  input: ({ id }) => ({ id: String(id) }),
  exposure: { rest: { method: 'POST', path: '/import-export/jobs/{id}/cancel' } },
});

mutationOf(retryJob, {
  description:
    'Queues a failed or cancelled job again; it goes on where it stood, with the rights of its principal. Needs the scopes that the job needs. Refused for one whose work a newer job does.',
  payload: JobPayload,
  args: byId,
  input: ({ id }) => ({ id: String(id) }),
  exposure: { rest: { method: 'POST', path: '/import-export/jobs/{id}/retry' } },
});

mutationOf(adoptJob, {
  description:
    'Makes the signed-in owner the principal of a failed or cancelled job and queues it again; it goes on where it stood. For jobs that failed with `principal-lost`: whoever started them is gone or lacks a scope.',
  payload: JobPayload,
  args: byId,
  input: ({ id }) => ({ id: String(id) }),
  exposure: { rest: { method: 'POST', path: '/import-export/jobs/{id}/adopt' } },
});
