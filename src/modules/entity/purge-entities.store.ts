import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

const PURGE = defineStatement({
  name: 'entity.purge',
  kind: 'write',
  sql: `DELETE FROM public.entity WHERE (organization_id, id) IN (
          SELECT organization_id, id FROM public.entity AS old
          WHERE deleted_at < $1::timestamptz AND NOT EXISTS (
            SELECT 1 FROM public.entity AS below
            WHERE below.organization_id = old.organization_id AND below.parent_id = old.id
          )
          ORDER BY deleted_at LIMIT $2::int FOR UPDATE SKIP LOCKED
        ) RETURNING 1 AS purged`,
});

/**
 * Removes up to `limit` entities of all organizations for good that were deleted before a moment; answers how many. Of
 * a hierarchy the lower ones go first, so ask again until there are none.
 */
export async function purgeDeletedEntities(owner: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await owner.execute(PURGE, [before.toISOString(), limit]);
  return rows.length;
}
