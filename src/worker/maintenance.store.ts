import type { Transaction } from '../kernel/operation.ts';
import { defineStatement } from '../platform/database/statement.ts';

const LEDGER_PARTITIONS = defineStatement({
  name: 'upkeep.ledger_partitions',
  kind: 'write',
  // PostgreSQL evaluates from left to right. All who write events would wait behind it.
  sql: "SELECT set_config('lock_timeout', '1s', true), ledger.ensure_partitions($1::date, $2::int)",
});

/**
 * Makes the ledger's partitions of this month and the next ones, where missing. Fails after a second in which others
 * read or write the ledger.
 */
export async function ensurePartitions(owner: Transaction, now: Date, months: number): Promise<void> {
  await owner.execute(LEDGER_PARTITIONS, [now.toISOString(), months]);
}

const DROP_MONTH = defineStatement({
  name: 'upkeep.drop_month',
  kind: 'write',
  row: { month: 'text | null' },
  sql: 'SELECT ledger.drop_month($1::date) AS month',
});

/**
 * Drops the oldest month of the ledger if it ended before a day; returns its name, null when there is none. Fails
 * after a second in which others read or write the ledger.
 */
export async function dropOldestPartition(owner: Transaction, before: Date): Promise<string | null> {
  const [row] = await owner.execute(DROP_MONTH, [before.toISOString()]);
  return row?.month ?? null;
}

const PURGE_IDEMPOTENCY_RECORDS = defineStatement({
  name: 'upkeep.purge_idempotency_records',
  kind: 'write',
  sql: `DELETE FROM ledger.idempotency_record WHERE (organization_id, actor_id, operation, key) IN (
          SELECT organization_id, actor_id, operation, key FROM ledger.idempotency_record
          WHERE expires_at <= now() ORDER BY expires_at LIMIT $1::int FOR UPDATE SKIP LOCKED
        ) RETURNING 1 AS purged`,
});

/** Deletes up to `limit` idempotency records whose time is over; returns their number. */
export async function purgeExpiredRecords(owner: Transaction, limit: number): Promise<number> {
  const rows = await owner.execute(PURGE_IDEMPOTENCY_RECORDS, [limit]);
  return rows.length;
}

const SESSIONS = defineStatement({
  name: 'purge.sessions',
  kind: 'write',
  sql: `DELETE FROM auth."session" WHERE "id" IN (
          SELECT "id" FROM auth."session" WHERE "expiresAt" <= $1::timestamptz
          ORDER BY "expiresAt" LIMIT $2::int FOR UPDATE SKIP LOCKED
        ) RETURNING 1 AS purged`,
});

/** Removes up to `limit` sign-ins that are over; returns their number. */
export async function purgeExpiredSessions(owner: Transaction, now: Date, limit: number): Promise<number> {
  const rows = await owner.execute(SESSIONS, [now.toISOString(), limit]);
  return rows.length;
}
