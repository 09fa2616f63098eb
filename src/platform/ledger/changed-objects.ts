import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';

const CHANGED = defineStatement({
  name: 'ledger.changed_objects',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT DISTINCT named.id::text AS id
        FROM ledger.event CROSS JOIN LATERAL (
          SELECT event.object_id AS id
          UNION ALL SELECT jsonb_array_elements_text(data -> 'ids')::uuid WHERE verb = 'derived'
        ) AS named
        WHERE organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint
          AND at >= $4::timestamptz`,
});

/** Which events are looked at; sequence numbers are exclusive below and inclusive above. */
export interface ChangedRange {
  readonly organizationId: string;
  readonly after: number;
  readonly upTo: number;
  /** None of them is older than this. */
  readonly since: Date;
}

/** The objects that events name, those of derived data included; what stands below them is not among them. */
export async function readChangedObjects(
  transaction: Transaction,
  { organizationId, after, upTo, since }: ChangedRange,
): Promise<readonly string[]> {
  const rows = await transaction.execute(CHANGED, [organizationId, after, upTo, since.toISOString()]);
  return rows.map(({ id }) => id);
}
