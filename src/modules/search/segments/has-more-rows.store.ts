import type { Transaction } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

const HAS_MORE_ROWS = defineStatement({
  name: 'search.has_more_rows',
  kind: 'read',
  row: { has: 'boolean' },
  sql: `SELECT EXISTS (SELECT FROM search.product WHERE organization_id = $1::uuid OFFSET $2::int) AS has`,
});

/** Returns true if an organization has more search rows of products than a number. */
export async function hasMoreRows(
  transaction: Transaction,
  organizationId: string,
  than: number,
): Promise<boolean> {
  const [row] = await transaction.execute(HAS_MORE_ROWS, [organizationId, than]);
  return row?.has ?? false;
}
