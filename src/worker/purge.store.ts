import type { Transaction } from '../kernel/operation.ts';

/** Removes up to `limit` sign-ins that are over; answers how many. */
export async function purgeExpiredSessions(owner: Transaction, now: Date, limit: number): Promise<number> {
  const rows = await owner.execute(
    'purge.sessions',
    `DELETE FROM auth."session" WHERE "id" IN (
       SELECT "id" FROM auth."session" WHERE "expiresAt" <= $1::timestamptz
       ORDER BY "expiresAt" LIMIT $2::int FOR UPDATE SKIP LOCKED
     ) RETURNING 1 AS purged`,
    [now.toISOString(), limit],
  );
  return rows.length;
}
