import type { Transaction } from '../kernel/operation.ts';
import { defineStatement } from '../platform/database/statement.ts';

const SESSIONS = defineStatement({
  name: 'purge.sessions',
  kind: 'write',
  sql: `DELETE FROM auth."session" WHERE "id" IN (
          SELECT "id" FROM auth."session" WHERE "expiresAt" <= $1::timestamptz
          ORDER BY "expiresAt" LIMIT $2::int FOR UPDATE SKIP LOCKED
        ) RETURNING 1 AS purged`,
});

/** Removes up to `limit` sign-ins that are over; answers how many. */
export async function purgeExpiredSessions(owner: Transaction, now: Date, limit: number): Promise<number> {
  const rows = await owner.execute(SESSIONS, [now.toISOString(), limit]);
  return rows.length;
}
