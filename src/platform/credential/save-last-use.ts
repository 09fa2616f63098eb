import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';

/** Stores when credentials of a table were last used; needs the owner role. */
export function saveLastUseIn(
  table: 'access_token' | 'storefront_key',
): (owner: Transaction, usedAt: ReadonlyMap<string, Date>) => Promise<void> {
  // The rows are locked in one order and never waited for: two processes noting the same credentials cannot stop each
  // other.
  const NOTE_LAST_USE = defineStatement({
    name: `${table}.note_last_use`,
    kind: 'write',
    sql: `WITH used AS (
            SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
          ), due AS (
            SELECT credential.organization_id, credential.id, used.at
            FROM public.${table} AS credential JOIN used USING (id)
            WHERE credential.last_used_at IS NULL OR credential.last_used_at <= used.at - interval '1 minute'
            ORDER BY credential.id FOR NO KEY UPDATE OF credential SKIP LOCKED
          )
          UPDATE public.${table} AS credential SET last_used_at = due.at FROM due
          WHERE credential.organization_id = due.organization_id AND credential.id = due.id`,
  });
  return async (owner, usedAt) => {
    await owner.execute(NOTE_LAST_USE, [
      [...usedAt.keys()],
      [...usedAt.values()].map((at) => at.toISOString()),
    ]);
  };
}
