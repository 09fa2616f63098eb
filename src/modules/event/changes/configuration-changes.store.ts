import { type CellChange, publicChange, type StoredChange } from '../../../kernel/change.ts';
import type { LedgerResource } from '../../../kernel/event.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import type { Actor } from '../../../kernel/session.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { MAX_PUBLIC_CHANGE_BYTES, publicChangesSql } from '../../../platform/ledger/public-changes.ts';

/** Conditions on events of the configuration; null: none. */
export interface ConfigurationEventFilter {
  readonly kinds: readonly LedgerResource[];
  /** UUID. */
  readonly objectId: string | null;
  /** Code in lower case. */
  readonly codeKey: string | null;
  /** Code of the set of an option in lower case. */
  readonly optionSetKey: string | null;
  /** Public id of a user or token. */
  readonly actorId: string | null;
  /** RFC 3339, `-infinity` or `infinity`. */
  readonly since: string;
  readonly until: string;
  readonly requestId: string | null;
  /** UUID. */
  readonly jobId: string | null;
}

/** A change of an object of the configuration. */
export interface ConfigurationEvent {
  readonly sequence: number;
  readonly kind: LedgerResource;
  /** UUID. */
  readonly objectId: string;
  readonly code: string;
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly version: number;
  /** RFC 3339. */
  readonly at: string;
  readonly actor: Actor;
  readonly origin: string;
  /** UUID. */
  readonly jobId: string | null;
  readonly requestId: string;
  /** True if it takes earlier changes back. */
  readonly revert: boolean;
  readonly data: JsonObject;
  /** Changes of an update; of a deletion, what was there. */
  readonly changes: readonly CellChange[];
  readonly changesTruncated: boolean;
}

/**
 * SQL condition: an event is about the configuration. The index of the configuration has the same list, so PostgreSQL
 * uses it where the text of a statement contains this.
 */
export const IS_CONFIGURATION = `resource NOT IN ('product', 'entity', 'media', 'import', 'export', 'revert')`;

const SELECTED = `organization_id = $1::uuid AND ${IS_CONFIGURATION}
  AND resource = ANY ($2::text[]) AND ($3::uuid IS NULL OR object_id = $3::uuid)
  AND ($4::text IS NULL OR lower(ref) = $4::text) AND ($5::text IS NULL OR lower(data ->> 'option_set') = $5::text)
  AND ($6::text IS NULL OR actor ->> 'id' = $6::text) AND at >= $7::timestamptz AND at < $8::timestamptz
  AND ($9::text IS NULL OR request_id = $9::text) AND ($10::uuid IS NULL OR job_id = $10::uuid)`;

const parametersOf = (organizationId: string, filter: ConfigurationEventFilter) => [
  organizationId,
  [...filter.kinds],
  filter.objectId,
  filter.codeKey,
  filter.optionSetKey,
  filter.actorId,
  filter.since,
  filter.until,
  filter.requestId,
  filter.jobId,
];

type Row = Omit<ConfigurationEvent, 'sequence' | 'changes'> & {
  readonly sequence: string;
  readonly changes: readonly StoredChange[];
};

const READ = defineStatement<Row>({
  name: 'event.configuration_changes',
  kind: 'read',
  row: {
    sequence: 'text',
    kind: 'text',
    objectId: 'text',
    code: 'text',
    verb: 'text',
    version: 'int',
    at: 'text',
    actor: 'json',
    origin: 'text',
    jobId: 'text | null',
    requestId: 'text',
    revert: 'boolean',
    data: 'json',
    changes: 'json',
    changesTruncated: 'boolean',
  },
  sql: `SELECT sequence::text AS sequence, resource AS kind, object_id::text AS "objectId", ref AS code, verb, version,
               to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, actor, door AS origin,
               job_id::text AS "jobId", request_id AS "requestId", data -> 'reverts' IS NOT NULL AS revert, data,
               shown.changes::json AS changes, changes_truncated OR shown.is_cut AS "changesTruncated"
        FROM (
          SELECT * FROM ledger.event WHERE ${SELECTED} AND ($11::bigint IS NULL OR sequence < $11::bigint)
          ORDER BY event.sequence DESC LIMIT $12::int
        ) AS event ${publicChangesSql(String(MAX_PUBLIC_CHANGE_BYTES), ['updated', 'deleted'])}
        ORDER BY event.sequence DESC`,
});

/** Returns events of the configuration before a sequence number (null: all), newest first. */
export async function readConfigurationEvents(
  transaction: Transaction,
  organizationId: string,
  filter: ConfigurationEventFilter,
  page: { readonly before: number | null; readonly limit: number },
): Promise<readonly ConfigurationEvent[]> {
  const rows = await transaction.execute(READ, [
    ...parametersOf(organizationId, filter),
    page.before,
    page.limit,
  ]);
  return rows.map((row) => ({
    ...row,
    sequence: Number(row.sequence),
    changes: row.changes.map(publicChange),
  }));
}

const COUNT = defineStatement({
  name: 'event.count_configuration_changes',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM ledger.event WHERE ${SELECTED}`,
});

/** Counts events of the configuration. */
export async function countConfigurationEvents(
  transaction: Transaction,
  organizationId: string,
  filter: ConfigurationEventFilter,
): Promise<number> {
  const [row] = await transaction.execute(COUNT, parametersOf(organizationId, filter));
  return row?.count ?? 0;
}

const DELETION_CHANGES = defineStatement<{
  readonly objectId: string;
  readonly changes: readonly StoredChange[];
}>({
  name: 'event.deletion_changes',
  kind: 'read',
  row: { objectId: 'text', changes: 'json' },
  sql: `SELECT DISTINCT ON (object_id) object_id::text AS "objectId", changes FROM ledger.event
        WHERE organization_id = $1::uuid AND object_id = ANY ($2::uuid[]) AND verb = 'deleted'
        ORDER BY object_id, event.sequence DESC`,
});

/** Returns the changes of the last deletion of objects, by UUID: all fields that had a value. */
export async function loadDeletionChanges(
  transaction: Transaction,
  organizationId: string,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredChange[]>> {
  if (objectIds.length === 0) return new Map();
  const rows = await transaction.execute(DELETION_CHANGES, [organizationId, [...objectIds]]);
  return new Map(rows.map(({ objectId, changes }) => [objectId, changes]));
}
