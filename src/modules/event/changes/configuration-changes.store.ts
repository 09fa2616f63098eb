import { type CellChange, publicChange, type StoredChange } from '../../../kernel/change.ts';
import type { EventVerb, LedgerResource } from '../../../kernel/event.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import type { Actor } from '../../../kernel/session.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
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
  /** Sequence before the first, and of the last, between which the period is. */
  readonly after: number;
  readonly upTo: number;
  /** Types of events, such as `attribute.updated`. */
  readonly types: readonly string[] | null;
}

/** A change of an object of the configuration, or the end of an import, export or revert. */
export interface ConfigurationEvent {
  /** UUID. */
  readonly id: string;
  readonly sequence: number;
  readonly kind: LedgerResource;
  /** UUID. */
  readonly objectId: string;
  readonly code: string;
  readonly verb: EventVerb;
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

const parametersOf = (organizationId: string, filter: ConfigurationEventFilter) => [
  organizationId,
  [...filter.kinds],
  filter.types === null ? null : [...filter.types],
  filter.objectId,
  filter.codeKey,
  filter.optionSetKey,
  filter.actorId,
  filter.requestId,
  filter.jobId,
  filter.since,
  filter.until,
  filter.after,
  filter.upTo,
];

const CONDITIONS = `$2::text[], $3::text[], $4::uuid, $5::text, $6::text, $7::text, $8::text, $9::uuid, $10::timestamptz,
  $11::timestamptz, $12::bigint, $13::bigint`;

type Row = Omit<ConfigurationEvent, 'sequence' | 'changes'> & {
  readonly sequence: string;
  readonly changes: readonly StoredChange[];
};

const ROW: ColumnsOf<Row> = {
  id: 'text',
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
};

const COLUMNS = `id::text AS id, event.sequence::text AS sequence, resource AS kind, object_id::text AS "objectId",
  ref AS code, verb, version, to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, actor,
  door AS origin, job_id::text AS "jobId", request_id AS "requestId", data -> 'reverts' IS NOT NULL AS revert, data,
  shown.changes::json AS changes, changes_truncated OR shown.is_cut AS "changesTruncated"`;

const SHOWN = publicChangesSql(String(MAX_PUBLIC_CHANGE_BYTES), ['updated', 'deleted']);

const READ = defineStatement<Row>({
  name: 'event.configuration_changes',
  kind: 'read',
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM ledger.configuration_history(${CONDITIONS}, $14::bigint, $15::int) AS page
        JOIN ledger.event AS event
          ON event.organization_id = $1::uuid AND event.sequence = page.sequence AND event.at = page.at ${SHOWN}
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
  return rows.map(toEvent);
}

const toEvent = (row: Row): ConfigurationEvent => ({
  ...row,
  sequence: Number(row.sequence),
  changes: row.changes.map(publicChange),
});

const BY_ID = defineStatement<Row>({
  name: 'event.configuration_change_by_id',
  kind: 'read',
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM ledger.event AS event ${SHOWN}
        WHERE event.organization_id = $1::uuid AND event.resource NOT IN ('product', 'entity', 'media')
          AND event.id = $2::uuid`,
});

/** Returns an event by its UUID; null for none, and for events of products, entities and media. */
export async function findConfigurationEvent(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<ConfigurationEvent | null> {
  const [row] = await transaction.execute(BY_ID, [organizationId, id]);
  return row === undefined ? null : toEvent(row);
}

const COUNT = defineStatement({
  name: 'event.count_configuration_changes',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count
        FROM ledger.configuration_history(${CONDITIONS}, NULL, NULL) AS page
        JOIN ledger.event AS event
          ON event.organization_id = $1::uuid AND event.sequence = page.sequence AND event.at = page.at`,
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
