import type { Transaction } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

const WITH_BELOW = defineStatement<{ place: number; id: string }>({
  name: 'product.changed_with_below',
  kind: 'read',
  row: { place: 'int', id: 'text' },
  sql: `SELECT changed.place::int AS place, shown.id::text AS id
        FROM unnest($2::uuid[]) WITH ORDINALITY AS changed (id, place)
          CROSS JOIN LATERAL (
            SELECT changed.id
            UNION SELECT id FROM public.product WHERE organization_id = $1::uuid AND parent_id = changed.id
            UNION SELECT id FROM public.product WHERE organization_id = $1::uuid AND root_id = changed.id
          ) AS shown
        ORDER BY place LIMIT $3::int`,
});

/** A product that shows a change, and the index of the changed one: itself or a model above it. */
export interface ChangedBelow {
  readonly index: number;
  /** UUID */
  readonly id: string;
}

/** Returns the changed products and those below them, by the index of the changed one, up to `limit`; null: all. */
export async function findChangedBelow(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
  limit: number | null,
): Promise<readonly ChangedBelow[]> {
  const rows = await transaction.execute(WITH_BELOW, [organizationId, [...ids], limit]);
  return rows.map(({ place, id }) => ({ index: place - 1, id }));
}
