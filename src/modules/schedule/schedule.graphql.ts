import { builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { Principal } from '../../kernel/session.ts';
import type { ScheduleRun } from '../../platform/prisma/generated/client/client.ts';
import { PrincipalType } from '../job/job.graphql.ts';
import { nextRun, readSchedule } from '../profile/index.ts';
import { ProfileRef } from '../profile/profile.graphql.ts';
import { listScheduleRuns } from './list-schedule-runs.ts';

const OutcomeType = builder.enumType('ScheduleOutcome', {
  description: 'Outcome of a scheduled run.',
  values: {
    STARTED: { value: 'started', description: 'A job was created; read the job for its result.' },
    SKIPPED: {
      value: 'skipped',
      description: 'There was nothing to do, or the previous run was still running; `reason` says which.',
    },
    FAILED: { value: 'failed', description: 'No job could be created; `reason` contains the cause.' },
  } as const,
});

const ScheduleRunType = builder.objectRef<ScheduleRun>('ScheduleRun').implement({
  description: 'A scheduled run of a profile.',
  extensions: {
    view: '{ dueAt startedAt outcome reason missed source jobId }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'Scheduled time.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'Time at which a worker processed the scheduled run.',
    }),
    outcome: t.field({
      type: OutcomeType,
      description: 'Outcome of the run.',
      resolve: ({ outcome }) => outcome as 'started',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why no job was created.' }),
    missed: t.exposeInt('missed', {
      description:
        'Number of earlier scheduled runs that were missed because no worker was running. This run replaces them.',
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'For an import from a folder, the imported file.',
    }),
    jobId: t.id({
      nullable: true,
      description: 'Id of the created job: `job_…`.',
      resolve: ({ jobId }) => (jobId === null ? null : encodeId('Job', jobId)),
    }),
  }),
});

const ScheduleRunConnection = defineConnection(
  'ScheduleRun',
  ScheduleRunType as never as Parameters<typeof defineConnection<ScheduleRun>>[1],
);

builder.prismaObjectFields(ProfileRef, (t) => ({
  nextRunAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Next run of the schedule; null if there is no schedule, or it is inactive or paused.',
    select: { schedule: true, principal: true },
    resolve: ({ schedule, principal }, _args, { now }) => {
      const cronSchedule = principal === null ? null : readSchedule(schedule as JsonValue);
      return cronSchedule === null ? null : nextRun(cronSchedule, now);
    },
  }),
  schedulePrincipal: t.field({
    type: PrincipalType,
    nullable: true,
    description:
      'The user or token whose permissions the schedule uses: the author of the last change of the profile. Null if there is no schedule, or if the author is unknown and the schedule is paused. Updating the profile then sets the principal.',
    select: { schedule: true, principal: true },
    resolve: ({ schedule, principal }) =>
      schedule === null ? null : (principal as unknown as Principal | null),
  }),
  scheduleRuns: t.field({
    type: ScheduleRunConnection,
    description: 'Scheduled runs of the past year, newest first.',
    args: pageArguments,
    complexity: pageComplexity,
    extensions: {
      ...operationExtensions(listScheduleRuns),
      rest: { method: 'GET', path: '/import-export/profiles/{code}/runs', parent: 'importExportProfile' },
    },
    resolve: ({ id }, page, context) => context.read(listScheduleRuns, { profileId: id, ...page }),
  }),
}));
