import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import { defineStatement } from '../database/statement.ts';
import { IS_DIRECT_CHANGE } from './direct-change.ts';
import type { ObjectState } from './historical-states.ts';

/** Time and actor of the creation and of the last change of an object, as of a sequence. */
export interface AuditFields {
  /** UUID of the object. */
  readonly id: string;
  /** RFC 3339; null when the creation is no longer stored. */
  readonly createdAt: string | null;
  readonly createdBy: Actor | null;
  /** RFC 3339 */
  readonly updatedAt: string;
  readonly updatedBy: Actor;
}

const isoTimestampSql = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const STAMPS = defineStatement<AuditFields>({
  name: 'ledger.stamps',
  kind: 'read',
  row: {
    id: 'text',
    createdAt: 'text | null',
    createdBy: 'json | null',
    updatedAt: 'text',
    updatedBy: 'json',
  },
  sql: `SELECT wanted.id::text AS id, ${isoTimestampSql('latest.at')} AS "updatedAt", latest.actor AS "updatedBy",
               ${isoTimestampSql('creation.at')} AS "createdAt", creation.actor AS "createdBy"
        FROM unnest($2::uuid[]) AS wanted (id)
          CROSS JOIN LATERAL (SELECT at, actor FROM ledger.event
            WHERE organization_id = $1::uuid AND object_id = wanted.id AND sequence <= $3::bigint
              AND ${IS_DIRECT_CHANGE}
            ORDER BY sequence DESC LIMIT 1) AS latest
          LEFT JOIN LATERAL (SELECT at, actor FROM ledger.event
            WHERE organization_id = $1::uuid AND object_id = wanted.id AND verb = 'created'
            ORDER BY sequence LIMIT 1) AS creation ON true`,
});

/** Loads the stamps of objects as of a sequence, by UUID; objects without an event until then are left out. */
export async function loadAuditFields(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
  sequence: number,
): Promise<ReadonlyMap<string, AuditFields>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction.execute(STAMPS, [organizationId, [...new Set(ids)], sequence]);
  return new Map(rows.map((row) => [row.id, row]));
}

const SYSTEM: Actor = { type: 'system', id: 'system', name: 'System' };

/**
 * Returns the stamps of a state; without an event, because old events are not stored for ever, those of its creation.
 */
export function auditFieldsOf(stamps: ReadonlyMap<string, AuditFields>, state: ObjectState) {
  const stamp = stamps.get(state.id);
  const createdAt = state.createdAt ?? stamp?.createdAt ?? stamp?.updatedAt ?? 0;
  const createdBy = state.createdBy ?? stamp?.createdBy ?? SYSTEM;
  return {
    createdAt: new Date(createdAt),
    createdBy,
    updatedAt: new Date(stamp?.updatedAt ?? createdAt),
    updatedBy: stamp?.updatedBy ?? createdBy,
  };
}

const NAMES = defineStatement({
  name: 'ledger.names',
  kind: 'read',
  row: { id: 'text', ref: 'text', data: 'json' },
  sql: `SELECT wanted.id::text AS id, latest.ref, latest.data
        FROM unnest($2::uuid[]) AS wanted (id)
          CROSS JOIN LATERAL (SELECT ref, data FROM ledger.event
            WHERE organization_id = $1::uuid AND object_id = wanted.id ORDER BY sequence DESC LIMIT 1) AS latest`,
});

/** Loads the names from the latest events of objects, for objects that are not stored any more. */
export async function loadLastKnownNames(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly ref: string; readonly data: JsonObject }[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.execute(NAMES, [organizationId, [...ids]]);
  return rows.map(({ id, ref, data }) => ({ id, ref, data: data as JsonObject }));
}
