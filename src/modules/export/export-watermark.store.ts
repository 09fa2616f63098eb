import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { COMPLETED_STATUSES } from '../job/index.ts';

const LAST_SEEN_UNTIL = defineStatement({
  name: 'export.last_seen_until',
  kind: 'read',
  row: { seenUntil: 'text' },
  sql: `SELECT input ->> 'seenUntil' AS "seenUntil" FROM public.job
        WHERE organization_id = $1::uuid AND type = 'export' AND subject = $2
          AND status IN ${COMPLETED_STATUSES} AND input ->> 'seenUntil' IS NOT NULL
        ORDER BY id DESC LIMIT 1`,
});

/**
 * Returns the time until which the last successful export of a profile has seen all changes; null when there was none.
 */
export async function lastExportWatermark(
  transaction: Transaction,
  organizationId: string,
  code: string,
): Promise<string | null> {
  const [row] = await transaction.execute(LAST_SEEN_UNTIL, [organizationId, code]);
  return row?.seenUntil ?? null;
}
