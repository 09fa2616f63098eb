import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** Number of objects in each state; for jobs, also by type. */
export interface StateCount {
  readonly state: string;
  readonly type?: string;
  readonly count: number;
}

/** Pending work of the whole installation, all organizations together. */
export interface InstallationStats {
  /** `waiting` for an earlier one of their object, `due`, `retrying` later, `sending`, or `dead`. */
  readonly deliveries: readonly StateCount[];
  /**
   * Age of the delivery that has been due for longest, of an endpoint that is neither paused nor disabled; 0 for none.
   */
  readonly oldestDueSeconds: number;
  readonly endpoints: readonly StateCount[];
  /** Events for which nobody has made deliveries yet, where some endpoint gets events. */
  readonly eventsBehind: number;
  /** `waiting`, `running`, `retrying` later, or `failed`. */
  readonly jobs: readonly StateCount[];
  /** Age of the job that could have begun first and still waits; 0 for none. */
  readonly oldestJobSeconds: number;
}

const secondsSince = (oldest: string) =>
  `coalesce(extract(epoch FROM $1::timestamptz - (${oldest})), 0)::float8`;

const INSTALLATION = defineStatement<InstallationStats>({
  name: 'queue_stats.installation',
  kind: 'read',
  row: {
    deliveries: 'json',
    oldestDueSeconds: 'float',
    endpoints: 'json',
    eventsBehind: 'float',
    jobs: 'json',
    oldestJobSeconds: 'float',
  },
  sql: `WITH delivery AS MATERIALIZED (
          SELECT CASE WHEN delivery.status = 'due' AND next_attempt_at > $1::timestamptz THEN 'retrying' ELSE delivery.status END
              AS state, count(*)::int AS count,
            min(next_attempt_at) FILTER (WHERE endpoint.state IN ('active', 'failing')) AS oldest
          FROM public.webhook_delivery AS delivery
          LEFT JOIN public.webhook_endpoint AS endpoint
            ON endpoint.organization_id = delivery.organization_id AND endpoint.id = delivery.endpoint_id
          WHERE delivery.status IN ('waiting', 'due', 'sending') GROUP BY 1
          UNION ALL
          SELECT 'dead', count(*)::int, NULL FROM public.webhook_delivery WHERE status = 'dead'
        ), endpoint AS (
          SELECT state, count(*)::int AS count FROM public.webhook_endpoint GROUP BY 1
        ), awaited AS (
          SELECT organization_id, min(from_sequence) AS after FROM public.webhook_endpoint WHERE state <> 'disabled' GROUP BY 1
        ), behind AS (
          SELECT coalesce(sum(greatest(0, counter.last_sequence - greatest(coalesce(cursor.sequence, 0), awaited.after))), 0)
              AS events
          FROM awaited JOIN ledger.counter USING (organization_id)
          LEFT JOIN ledger.cursor ON cursor.consumer = 'webhook' AND cursor.organization_id = counter.organization_id
        ), job AS MATERIALIZED (
          SELECT type, CASE WHEN status = 'failed' THEN 'failed' WHEN status <> 'queued' THEN 'running'
              WHEN due_at > $1::timestamptz THEN 'retrying' ELSE 'waiting' END AS state,
            count(*)::int AS count, min(due_at) AS oldest
          FROM public.job WHERE status IN ('queued', 'validating', 'running', 'failed') GROUP BY 1, 2
        )
        SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('state', state, 'count', count)), '[]') FROM delivery) AS deliveries,
          ${secondsSince(`SELECT min(oldest) FROM delivery WHERE state = 'due'`)} AS "oldestDueSeconds",
          (SELECT coalesce(jsonb_agg(to_jsonb(endpoint)), '[]') FROM endpoint) AS endpoints,
          (SELECT events::float8 FROM behind) AS "eventsBehind",
          (SELECT coalesce(jsonb_agg(jsonb_build_object('type', type, 'state', state, 'count', count)), '[]') FROM job) AS jobs,
          ${secondsSince(`SELECT min(oldest) FROM job WHERE state = 'waiting'`)} AS "oldestJobSeconds"`,
});

/** Counts over all organizations; looks at everything that is not over, so it is for every few seconds at most. */
export async function countInstallation(owner: Transaction, now: Date): Promise<InstallationStats> {
  const [row] = await owner.execute(INSTALLATION, [now.toISOString()]);
  if (row === undefined) throw new Error('The counts of an installation are one row.');
  return row;
}
