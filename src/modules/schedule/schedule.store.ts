import type { JsonValue } from '../../kernel/json.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import type { Principal } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** A profile whose schedule has something to be done. */
export interface DueProfile {
  readonly organizationId: string;
  /** UUID. */
  readonly profileId: string;
}

const FIND_DUE = defineStatement<DueProfile>({
  name: 'schedule.find_due',
  kind: 'read',
  row: { organizationId: 'text', profileId: 'text' },
  sql: `SELECT profile.organization_id::text AS "organizationId", profile.id::text AS "profileId"
        FROM public.import_export_profile AS profile
        LEFT JOIN public.schedule_state AS state
          ON state.organization_id = profile.organization_id AND state.profile_id = profile.id
        WHERE jsonb_typeof(profile.schedule) = 'object' AND profile.principal IS NOT NULL
          AND (state.profile_id IS NULL OR state.schedule IS DISTINCT FROM profile.schedule
               OR state.next_run_at <= $1::timestamptz)
        ORDER BY state.next_run_at NULLS FIRST LIMIT $2::int`,
});

/**
 * Returns profiles of all organizations whose time has come, or whose schedule is not planned yet; none that is paused.
 */
export async function findDueProfiles(
  owner: Transaction,
  now: Date,
  limit: number,
): Promise<readonly DueProfile[]> {
  return owner.execute(FIND_DUE, [now.toISOString(), limit]);
}

/** A profile with what is planned for it. */
export interface ScheduledProfile {
  readonly code: string;
  readonly direction: 'import' | 'export' | 'both';
  readonly schedule: JsonValue;
  /** Principal whose rights it uses. */
  readonly principal: Principal | null;
  /** Settings from which the plan was computed; null before the first plan. */
  readonly planned: JsonValue;
  /** RFC 3339. */
  readonly nextRunAt: string | null;
}

const PLANNED = `profile.code, profile.direction, profile.schedule, profile.principal, state.schedule AS planned,
  to_char(state.next_run_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "nextRunAt"`;

const READ_PLAN = defineStatement<ScheduledProfile>({
  name: 'schedule.read_plan',
  kind: 'read',
  row: {
    code: 'text',
    direction: 'text',
    schedule: 'json | null',
    principal: 'json | null',
    planned: 'json | null',
    nextRunAt: 'text | null',
  },
  sql: `SELECT ${PLANNED} FROM public.import_export_profile AS profile
        LEFT JOIN public.schedule_state AS state
          ON state.organization_id = profile.organization_id AND state.profile_id = profile.id
        WHERE profile.organization_id = $1::uuid AND profile.id = $2::uuid`,
});

/** Returns the present plan of a profile. */
export async function readSchedulePlan(
  transaction: Transaction,
  organizationId: string,
  profileId: string,
): Promise<ScheduledProfile | null> {
  const [row] = await transaction.execute(READ_PLAN, [organizationId, profileId]);
  return row ?? null;
}

const BEGIN_PLAN = defineStatement({
  name: 'schedule.begin_plan',
  kind: 'write',
  sql: `INSERT INTO public.schedule_state (organization_id, profile_id, schedule)
        SELECT organization_id, id, 'null'::jsonb FROM public.import_export_profile
        WHERE organization_id = $1::uuid AND id = $2::uuid
        ON CONFLICT DO NOTHING`,
});

const LOCK_PLAN = defineStatement({
  name: 'schedule.lock_plan',
  kind: 'read',
  sql: `SELECT FROM public.schedule_state WHERE organization_id = $1::uuid AND profile_id = $2::uuid FOR UPDATE`,
});

/** Returns the same, kept from all others until the end of the transaction. */
export async function lockSchedulePlan(
  context: WriteContext,
  profileId: string,
): Promise<ScheduledProfile | null> {
  const { organizationId } = context.session;
  await context.execute(BEGIN_PLAN, [organizationId, profileId]);
  await context.execute(LOCK_PLAN, [organizationId, profileId]);
  return readSchedulePlan(context, organizationId, profileId);
}

const WRITE_PLAN = defineStatement({
  name: 'schedule.write_plan',
  kind: 'write',
  sql: `UPDATE public.schedule_state SET schedule = $3::jsonb, next_run_at = $4::timestamptz
        WHERE organization_id = $1::uuid AND profile_id = $2::uuid`,
});

/** Writes down when a profile runs next. */
export async function updateNextRun(
  context: WriteContext,
  profileId: string,
  { schedule, nextRunAt }: { readonly schedule: JsonValue; readonly nextRunAt: Date | null },
): Promise<void> {
  await context.execute(WRITE_PLAN, [
    context.session.organizationId,
    profileId,
    JSON.stringify(schedule),
    nextRunAt?.toISOString() ?? null,
  ]);
}

/** The result of one scheduled run. */
export interface NewScheduleRun {
  readonly id: string;
  readonly profileId: string;
  readonly dueAt: Date;
  readonly missed: number;
  readonly outcome: 'started' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly source: string | null;
  /** UUID. */
  readonly jobId: string | null;
}

const INSERT_RUN = defineStatement({
  name: 'schedule.insert_run',
  kind: 'write',
  sql: `INSERT INTO public.schedule_run
          (organization_id, id, profile_id, due_at, started_at, outcome, reason, missed, source, job_id)
        VALUES ($1::uuid, $2::uuid, $3::uuid, $4::timestamptz, $5::timestamptz, $6, $7, $8::int, $9, $10::uuid)
        ON CONFLICT (organization_id, profile_id, due_at) DO NOTHING RETURNING id`,
});

/** Stores a run; false if a run at this time exists. */
export async function insertRun(context: WriteContext, run: NewScheduleRun): Promise<boolean> {
  const rows = await context.execute(INSERT_RUN, [
    ...[
      context.session.organizationId,
      run.id,
      run.profileId,
      run.dueAt.toISOString(),
      context.now.toISOString(),
    ],
    ...[run.outcome, run.reason, run.missed, run.source, run.jobId],
  ]);
  return rows.length > 0;
}

const FORGET_RUNS = defineStatement({
  name: 'schedule.forget_runs',
  kind: 'write',
  sql: `DELETE FROM public.schedule_run
        WHERE organization_id = $1::uuid AND profile_id = $2::uuid AND due_at < $3::timestamptz`,
});

/** Forgets the runs of a profile that were due before a time. */
export async function deleteRunsBefore(
  context: WriteContext,
  profileId: string,
  before: Date,
): Promise<void> {
  await context.execute(FORGET_RUNS, [context.session.organizationId, profileId, before.toISOString()]);
}

const LAST_SOURCE = defineStatement({
  name: 'schedule.last_source',
  kind: 'read',
  row: { source: 'text' },
  sql: `SELECT source FROM public.schedule_run
        WHERE organization_id = $1::uuid AND profile_id = $2::uuid AND source IS NOT NULL AND outcome = 'started'
        ORDER BY due_at DESC LIMIT 1`,
});

/** Returns the file that a run of a profile took last; null when none did. */
export async function findLastImportedFile(
  transaction: Transaction,
  organizationId: string,
  profileId: string,
): Promise<string | null> {
  const [row] = await transaction.execute(LAST_SOURCE, [organizationId, profileId]);
  return row?.source ?? null;
}
