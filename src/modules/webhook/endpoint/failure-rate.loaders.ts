import type { ReadContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { defineLoader } from '../../../platform/loader.ts';

/** Deliveries that the rate is made of. */
const SAMPLED_DELIVERIES = 200;

const FAILURE_RATES = defineStatement({
  name: 'webhook.failure_rates',
  kind: 'read',
  row: { id: 'text', rate: 'int' },
  sql: `SELECT asked.id::text AS id, (100 * sum(failures) / sum(jsonb_array_length(attempts)))::int AS rate
        FROM unnest($2::uuid[]) AS asked (id)
        CROSS JOIN LATERAL (
          SELECT failures, attempts FROM public.webhook_delivery
          WHERE organization_id = $1::uuid AND endpoint_id = asked.id ORDER BY id DESC LIMIT ${SAMPLED_DELIVERIES}
        ) AS delivery
        GROUP BY 1 HAVING sum(jsonb_array_length(attempts)) > 0`,
});

/**
 * Loads the share of failed attempts, 0 to 100, among the newest 200 deliveries of endpoints, by their UUID; absent
 * without any.
 */
export const failureRateLoader = defineLoader({
  name: 'webhook.failure_rate',
  keyOf: (id: string) => id,
  async load(context: ReadContext, ids: readonly string[]) {
    const rows = await context.execute(FAILURE_RATES, [context.session.organizationId, [...ids]]);
    return new Map(rows.map(({ id, rate }) => [id, rate]));
  },
});
