import type { Transaction } from '../../kernel/operation.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** Pending work of one kind in an organization, counted by the rows that queues point at. */
export interface QueueStats {
  readonly name: 'jobs' | 'webhooks';
  /** Could be done now, or wait for something of their own kind. */
  readonly waiting: number;
  readonly running: number;
  /** Number of failed ones that are tried again later. */
  readonly retrying: number;
  /** Number of those that failed for good and are stored. */
  readonly failed: number;
  /** RFC 3339; since when the oldest that could be done has been waiting. */
  readonly oldestWaitingSince: string | null;
}

const time = (expression: string) =>
  `to_char((${expression}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "oldestWaitingSince"`;

const QUEUE_STATS_ROW: ColumnsOf<QueueStats> = {
  name: 'text',
  waiting: 'int',
  running: 'int',
  retrying: 'int',
  failed: 'int',
  oldestWaitingSince: 'text | null',
};

const JOBS = defineStatement<QueueStats>({
  name: 'queue_stats.jobs',
  kind: 'read',
  row: QUEUE_STATS_ROW,
  sql: `SELECT 'jobs' AS name,
          count(*) FILTER (WHERE status = 'queued' AND due_at <= $2::timestamptz)::int AS waiting,
          count(*) FILTER (WHERE status IN ('validating', 'running'))::int AS running,
          count(*) FILTER (WHERE status = 'queued' AND due_at > $2::timestamptz)::int AS retrying,
          count(*) FILTER (WHERE status = 'failed')::int AS failed,
          ${time(`min(due_at) FILTER (WHERE status = 'queued' AND due_at <= $2::timestamptz)`)}
        FROM public.job
        WHERE organization_id = $1::uuid AND status IN ('queued', 'validating', 'running', 'failed')`,
});

export async function countJobs(
  transaction: Transaction,
  organizationId: string,
  now: Date,
): Promise<QueueStats> {
  const [row] = await transaction.execute(JOBS, [organizationId, now.toISOString()]);
  return row as QueueStats;
}

const WEBHOOKS = defineStatement<QueueStats>({
  name: 'queue_stats.webhooks',
  kind: 'read',
  row: QUEUE_STATS_ROW,
  sql: `SELECT 'webhooks' AS name,
          count(*) FILTER (WHERE status = 'waiting' OR status = 'due' AND next_attempt_at <= $2::timestamptz)::int AS waiting,
          count(*) FILTER (WHERE status = 'sending')::int AS running,
          count(*) FILTER (WHERE status = 'due' AND next_attempt_at > $2::timestamptz)::int AS retrying,
          (SELECT count(*)::int FROM public.webhook_delivery WHERE organization_id = $1::uuid AND status = 'dead') AS failed,
          ${time(`min(next_attempt_at) FILTER (WHERE status = 'due' AND next_attempt_at <= $2::timestamptz)`)}
        FROM public.webhook_delivery
        WHERE organization_id = $1::uuid AND status IN ('waiting', 'due', 'sending')`,
});

export async function countDeliveries(
  transaction: Transaction,
  organizationId: string,
  now: Date,
): Promise<QueueStats> {
  const [row] = await transaction.execute(WEBHOOKS, [organizationId, now.toISOString()]);
  return row as QueueStats;
}
