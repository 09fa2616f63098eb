import type { Transaction } from '../kernel/operation.ts';

/** Makes the ledger's partitions of this month and the next ones, where missing. */
export async function ensurePartitions(owner: Transaction, now: Date, months: number): Promise<void> {
  await owner.execute('upkeep.ledger_partitions', 'SELECT ledger.ensure_partitions($1::date, $2::int)', [
    now.toISOString(),
    months,
  ]);
}

/** Deletes up to `limit` idempotency records whose time is over; answers how many. */
export async function purgeExpiredRecords(owner: Transaction, limit: number): Promise<number> {
  const rows = await owner.execute(
    'upkeep.purge_idempotency_records',
    `DELETE FROM ledger.idempotency_record WHERE (organization_id, actor_id, operation, key) IN (
       SELECT organization_id, actor_id, operation, key FROM ledger.idempotency_record
       WHERE expires_at <= now() ORDER BY expires_at LIMIT $1::int FOR UPDATE SKIP LOCKED
     ) RETURNING 1 AS purged`,
    [limit],
  );
  return rows.length;
}
