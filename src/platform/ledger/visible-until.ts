import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';

const OLDEST_TRANSACTION = defineStatement({
  name: 'ledger.oldest_transaction',
  kind: 'read',
  row: { age: 'text' },
  sql: 'SELECT tenancy.oldest_transaction_ms()::text AS age',
});

/**
 * Margin before its start at which a read is held to have seen everything: clocks of several machines differ, and a
 * write takes its time from before its transaction begins.
 */
const MARGIN_MS = 60_000;

/**
 * Reads the timestamp (RFC 3339) before which whatever is read from now on sees all changes: objects carry the start of
 * the transaction that changed them and become visible when it commits. To be read before the objects are.
 */
export async function readVisibleUntil(context: Transaction & { readonly now: Date }): Promise<string> {
  const [row] = await context.execute(OLDEST_TRANSACTION, []);
  const oldestMs = Math.max(Number(row?.age ?? 0), 0);
  return new Date(context.now.getTime() - oldestMs - MARGIN_MS).toISOString();
}
