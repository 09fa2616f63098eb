import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { SnapshotKind } from './object-states.ts';

const PURGED = defineStatement({
  name: 'snapshot.purged',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT object_id::text AS id FROM ledger.event
        WHERE organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint
          AND resource = $4 AND verb = 'purged'
        ORDER BY event.sequence`,
});

/** Returns the UUIDs of the objects of a kind that were removed for good after one event and up to another. */
export async function loadPurgedIds(
  transaction: Transaction,
  organizationId: string,
  kind: SnapshotKind,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<readonly string[]> {
  const rows = await transaction.execute(PURGED, [organizationId, after, upTo, kind]);
  return rows.map(({ id }) => id);
}
