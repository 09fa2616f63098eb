import type { Transaction } from '../kernel/operation.ts';
import { defineStatement } from '../platform/database/statement.ts';

const LEDGER_SIZE = defineStatement({
  name: 'upkeep.ledger_size',
  kind: 'read',
  row: { month: 'text', bytes: 'float' },
  sql: `SELECT CASE WHEN relname ~ '^event_[0-9]{4}_[0-9]{2}$' THEN replace(substr(relname, 7), '_', '-') ELSE 'other' END AS month,
          pg_total_relation_size(inhrelid)::float8 AS bytes
        FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'ledger.event'::regclass ORDER BY 1`,
});

/**
 * Reads the bytes on disk of the events of each month (`2026-11`), indexes included; `other` is what no month covers.
 */
export function readLedgerSize(
  owner: Transaction,
): Promise<readonly { readonly month: string; readonly bytes: number }[]> {
  return owner.execute(LEDGER_SIZE);
}
