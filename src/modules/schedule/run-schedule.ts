import { DomainError, RequestError } from '../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import type { Principal } from '../../kernel/session.ts';
import { newId } from '../../platform/new-id.ts';
import { type ExportTarget, startExport } from '../export/index.ts';
import { startImport } from '../import/index.ts';
import { findOpenJob, requireGrants } from '../job/index.ts';
import { latestDueRun, nextRun, readSchedule, type Schedule, type ScheduleTarget } from '../profile/index.ts';
import type { ClaimedFile } from './claim-newest-file.ts';
import {
  deleteRunsBefore,
  insertRun,
  lockSchedulePlan,
  type NewScheduleRun,
  type ScheduledProfile,
  updateNextRun,
} from './schedule.store.ts';

/** Time for which runs are stored, in milliseconds. */
const RETENTION_MS = 365 * 24 * 3_600_000;

export interface RunScheduleInput {
  /** UUID. */
  readonly profileId: string;
  /** File that was found in the folder of a profile whose source is a folder; null when there was no new one. */
  readonly found: ClaimedFile | null;
}

/** Result of running a schedule. */
export interface RunScheduleResult {
  readonly done: 'planned' | 'started' | 'skipped' | 'failed' | 'nothing';
  /** Public id. */
  readonly jobId: string | null;
}

/**
 * Runs the schedule of a profile if it is due, once: a second caller finds it done. If runs were missed, one run replaces
 * all of them.
 */
export const runSchedule = defineWrite({
  name: 'runSchedule',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, { profileId, found }: RunScheduleInput): Promise<RunScheduleResult> {
    const nothing: RunScheduleResult = { done: 'nothing', jobId: null };
    const plan = await lockSchedulePlan(context, profileId);
    const schedule = plan === null ? null : readSchedule(plan.schedule);
    if (plan === null) return nothing;
    if (!isSame(plan.schedule, plan.planned)) {
      const nextRunAt = schedule === null ? null : nextRun(schedule, context.now);
      await updateNextRun(context, profileId, { schedule: plan.schedule, nextRunAt });
      return { ...nothing, done: 'planned' };
    }
    if (schedule === null) return nothing;
    const planned = plan.nextRunAt === null ? null : new Date(plan.nextRunAt);
    if (planned === null || planned > context.now) return nothing;
    const { dueAt, missed } = latestDueRun(schedule, planned, context.now);
    await updateNextRun(context, profileId, {
      schedule: plan.schedule,
      nextRunAt: nextRun(schedule, context.now),
    });
    await deleteRunsBefore(context, profileId, new Date(context.now.getTime() - RETENTION_MS));
    const become = await start(context, plan, schedule, dueAt, found);
    const run = { id: newId(), profileId, dueAt, missed, ...become };
    await insertRun(context, run);
    return { done: run.outcome, jobId: run.jobId === null ? null : encodeId('Job', run.jobId) };
  },
});

/** Stored JSON comes back with its keys in one order. */
const isSame = (a: JsonValue, b: JsonValue) => JSON.stringify(a) === JSON.stringify(b);

type RunResult = Pick<NewScheduleRun, 'outcome' | 'reason' | 'source' | 'jobId'>;

async function start(
  context: WriteContext,
  { code, direction, principal }: ScheduledProfile,
  schedule: Schedule,
  dueAt: Date,
  sourceFile: ClaimedFile | null,
): Promise<RunResult> {
  const { source, target, timezone } = schedule;
  const type = source === undefined ? 'export' : 'import';
  const notStarted = { source: null, jobId: null };
  const open = await findOpenJob(context, context.session.organizationId, type, code);
  if (open !== null) {
    const reason = `The previous ${type}, ${encodeId('Job', open)}, has not finished.`;
    return { ...notStarted, outcome: 'skipped', reason };
  }
  if (source !== undefined && 'folder' in source && sourceFile === null)
    return {
      ...notStarted,
      outcome: 'skipped',
      reason: `There is no new file in the folder '${source.folder}'.`,
    };
  try {
    const acting = await actingAs(context, principal);
    const { id } =
      source === undefined
        ? await startExport.handler(acting, {
            profile: code,
            overrides: {},
            target: toTarget(target, timezone, dueAt),
          })
        : await startImport.handler(acting, {
            profile: code,
            overrides: {},
            dryRun: false,
            webhooks: 'each',
            file: sourceFile?.file ?? null,
            ...('url' in source ? { source: { url: source.url, isConditional: true } } : {}),
          });
    const jobId = decodeIdOf('Job', id);
    return { outcome: 'started', reason: null, source: sourceFile?.source ?? null, jobId };
  } catch (error) {
    if (!(error instanceof DomainError) && !(error instanceof RequestError)) throw error;
    // The error reads like one of a file for people: `direction` may have changed since the schedule was written.
    const detail = error instanceof DomainError && error.errors[0] ? error.errors[0].message : error.message;
    return { ...notStarted, outcome: 'failed', reason: `${direction}: ${detail}`.slice(0, 1_000) };
  }
}

/** Returns the same transaction with the rights that a principal has now. @throws RequestError `principal-lost` */
async function actingAs(context: WriteContext, principal: Principal | null): Promise<WriteContext> {
  const grants = await requireGrants(context, { principal, scopes: [] });
  const session = { ...context.session, ...grants, ...(principal === null ? {} : { principal }) };
  // The context is not spread: only transactions that have certain parts allow reading them.
  return Object.create(context, { session: { value: session } }) as WriteContext;
}

function toTarget(target: ScheduleTarget | undefined, timezone: string, dueAt: Date): ExportTarget | null {
  if (target === undefined) return null;
  if ('url' in target) return { url: target.url };
  return {
    folder: target.folder,
    name: target.name === undefined ? null : formatFileName(target.name, dueAt, timezone),
    day: formatFileName('{date}', dueAt, timezone),
  };
}

/** Returns a name with the day and time of a timestamp, as clocks of a time zone show it. */
export function formatFileName(template: string, timestamp: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(timestamp);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return template
    .replaceAll('{date}', `${part('year')}-${part('month')}-${part('day')}`)
    .replaceAll('{time}', `${part('hour')}${part('minute')}`);
}
