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

/** Until when the last successful export of a profile has seen all changes; null when there was none. */
export async function lastSeenUntil(
  transaction: Transaction,
  organizationId: string,
  code: string,
): Promise<string | null> {
  const [row] = await transaction.execute(LAST_SEEN_UNTIL, [organizationId, code]);
  return row?.seenUntil ?? null;
}

const OLDEST_TRANSACTION = defineStatement({
  name: 'export.oldest_transaction',
  kind: 'read',
  row: { age: 'text' },
  sql: 'SELECT tenancy.oldest_transaction_ms()::text AS age',
});

/** Age of the oldest open transaction of the database, in milliseconds. */
export async function oldestTransactionMs(transaction: Transaction): Promise<number> {
  const [row] = await transaction.execute(OLDEST_TRANSACTION, []);
  return Number(row?.age ?? 0);
}

/**
 * How much earlier than its start an export is held to have seen everything: clocks of several machines differ, and a
 * write takes its time from before its transaction begins.
 */
const MARGIN_MS = 60_000;

/**
 * The moment before which an export that begins now sees all changes: those that are later may belong to writes which are
 * under way, and are exported by the next run again.
 *
 * @param oldestMs how long the oldest transaction has been open
 */
export const seenUntil = (now: Date, oldestMs: number): string =>
  new Date(now.getTime() - Math.max(oldestMs, 0) - MARGIN_MS).toISOString();
