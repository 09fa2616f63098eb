import { builder } from '../../../graphql/builder.ts';
import { connectionOf, pageArguments, pageComplexity } from '../../../graphql/connection.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { factsOf } from '../../../graphql/operation-field.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { Principal } from '../../../kernel/session.ts';
import type { ScheduleRun } from '../../../platform/prisma/generated/client/client.ts';
import { PrincipalType } from '../../job/job.graphql.ts';
import { ProfileRef } from '../profile/profile.graphql.ts';
import { listScheduleRuns } from './list-schedule-runs.ts';
import { nextRun } from './next-run.ts';
import { readSchedule } from './schedule-document.ts';

const OutcomeType = builder.enumType('ScheduleOutcome', {
  description: 'What became of a moment of a schedule.',
  values: {
    STARTED: { value: 'started', description: 'A job was made; what became of that is told by the job.' },
    SKIPPED: {
      value: 'skipped',
      description: 'There was nothing to be done, or the run before was not over; `reason` says which.',
    },
    FAILED: { value: 'failed', description: 'No job could be made; `reason` says why.' },
  } as const,
});

const ScheduleRunType = builder.objectRef<ScheduleRun>('ScheduleRun').implement({
  description: 'A moment at which a profile was to run by its schedule.',
  extensions: {
    view: '{ dueAt startedAt outcome reason missed source jobId }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'The moment of the schedule.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When a worker saw to it.' }),
    outcome: t.field({
      type: OutcomeType,
      description: 'What became of it.',
      resolve: ({ outcome }) => outcome as 'started',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why there is no job.' }),
    missed: t.exposeInt('missed', {
      description: 'Moments before it that no worker was there for: this run stands for them.',
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Of an import from a folder, the file that it took.',
    }),
    jobId: t.id({
      nullable: true,
      description: 'Id of the job that was made: `job_…`.',
      resolve: ({ jobId }) => (jobId === null ? null : encodeId('Job', jobId)),
    }),
  }),
});

const ScheduleRunConnection = connectionOf(
  'ScheduleRun',
  ScheduleRunType as never as Parameters<typeof connectionOf<ScheduleRun>>[1],
);

builder.prismaObjectFields(ProfileRef, (t) => ({
  nextRunAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When it runs next by its schedule; null without one, and while it is switched off or paused.',
    select: { schedule: true, principal: true },
    resolve: ({ schedule, principal }, _args, { now }) => {
      const moments = principal === null ? null : readSchedule(schedule as JsonValue);
      return moments === null ? null : nextRun(moments, now);
    },
  }),
  schedulePrincipal: t.field({
    type: PrincipalType,
    nullable: true,
    description:
      'With whose rights its schedule acts: whoever changed the profile last. Null without a schedule, and for one that is paused because nobody knows: a change of the profile makes it act with the rights of its author.',
    select: { schedule: true, principal: true },
    resolve: ({ schedule, principal }) =>
      schedule === null ? null : (principal as unknown as Principal | null),
  }),
  scheduleRuns: t.field({
    type: ScheduleRunConnection,
    description: 'What became of its schedule in the past year, those that were due last first.',
    args: pageArguments,
    complexity: pageComplexity,
    extensions: {
      ...factsOf(listScheduleRuns),
      rest: { method: 'GET', path: '/import-export/profiles/{code}/runs', parent: 'importExportProfile' },
    },
    resolve: ({ id }, page, context) => context.read(listScheduleRuns, { profileId: id, ...page }),
  }),
}));
