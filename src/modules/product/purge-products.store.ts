import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

const PURGE = defineStatement({
  name: 'product.purge',
  kind: 'write',
  sql: `DELETE FROM public.product WHERE (organization_id, id) IN (
          SELECT organization_id, id FROM public.product AS old
          WHERE deleted_at < $1::timestamptz AND NOT EXISTS (
            SELECT 1 FROM public.product AS below
            WHERE below.organization_id = old.organization_id AND below.parent_id = old.id
          )
          ORDER BY deleted_at LIMIT $2::int FOR UPDATE SKIP LOCKED
        ) RETURNING 1 AS purged`,
});

/**
 * Removes up to `limit` products of all organizations for good that were deleted before a moment, with their links and
 * unique values; answers how many. Of families the lower ones go first, so ask again until there are none.
 */
export async function purgeDeletedProducts(owner: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await owner.execute(PURGE, [before.toISOString(), limit]);
  return rows.length;
}
