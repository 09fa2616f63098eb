import type { LedgerResource } from '../../kernel/event.ts';
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

/** Range of events; sequence numbers are exclusive below and inclusive above. */
export interface ChangedRange {
  readonly organizationId: string;
  readonly after: number;
  readonly upTo: number;
  /** None of them is older than this. */
  readonly since: Date;
}

/** Reads the objects that events name, those of derived data included; objects below them are not among them. */
export async function readChangedObjects(
  transaction: Transaction,
  { organizationId, after, upTo, since }: ChangedRange,
): Promise<readonly string[]> {
  const rows = await transaction.execute(CHANGED, [organizationId, after, upTo, since.toISOString()]);
  return rows.map(({ id }) => id);
}

const NAMED = defineStatement<{ sequence: string; ids: readonly string[] }>({
  name: 'ledger.named_objects',
  kind: 'read',
  prepared: true,
  row: { sequence: 'text', ids: 'json' },
  sql: `SELECT sequence::text AS sequence,
          CASE WHEN verb = 'derived' THEN coalesce(data -> 'ids', '[]') ELSE to_jsonb(ARRAY[object_id]) END AS ids
        FROM (
          SELECT sequence, verb, object_id, data FROM ledger.event
          WHERE organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint
            AND at >= $4::timestamptz AND resource = $5::text
          ORDER BY event.sequence LIMIT $6::int
        ) AS event
        ORDER BY event.sequence`,
});

/** The objects (UUIDs) that one event names. */
export interface NamingEvent {
  readonly sequence: number;
  readonly ids: readonly string[];
}

/** Reads the first events about one kind of object in the order of their numbers, and the objects that each names. */
export async function readNamingEvents(
  transaction: Transaction,
  { organizationId, after, upTo, since }: ChangedRange,
  resource: LedgerResource,
  limit: number,
): Promise<readonly NamingEvent[]> {
  const parameters = [organizationId, after, upTo, since.toISOString(), resource, limit];
  const rows = await transaction.execute(NAMED, parameters);
  return rows.map(({ sequence, ids }) => ({ sequence: Number(sequence), ids }));
}
