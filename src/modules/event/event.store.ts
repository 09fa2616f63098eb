import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { LedgerRange } from '../../platform/ledger/read-ledger.ts';

const COUNT = defineStatement({
  name: 'event.count',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM ledger.event
        WHERE organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint AND at >= $4::timestamptz
          AND resource || '.' || verb = ANY ($5::text[])`,
});

/** How many events of some types there are in a range. */
export async function countEvents(
  transaction: Transaction,
  { organizationId, after, upTo, since, types }: Omit<LedgerRange, 'limit'>,
): Promise<number> {
  const [row] = await transaction.execute(COUNT, [
    organizationId,
    after,
    upTo ?? null,
    since.toISOString(),
    types ?? null,
  ]);
  return row?.count ?? 0;
}
