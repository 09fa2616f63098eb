import type { Transaction } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

const IDS = defineStatement({
  name: 'product.ids',
  kind: 'read',
  prepared: true,
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.product
        WHERE organization_id = $1::uuid AND ($2::uuid IS NULL OR id > $2::uuid) ORDER BY product.id LIMIT $3::int`,
});

/** Returns the UUIDs of products, deleted ones included, in their order. */
export async function loadProductIds(
  transaction: Transaction,
  organizationId: string,
  { after, size }: { readonly after: string | null; readonly size: number },
): Promise<readonly string[]> {
  const rows = await transaction.execute(IDS, [organizationId, after, size]);
  return rows.map(({ id }) => id);
}
