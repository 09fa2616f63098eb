import type { StoredChange } from '../../kernel/change.ts';
import type { EventVerb, LedgerResource } from '../../kernel/event.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { IS_DIRECT_CHANGE } from '../../platform/ledger/direct-change.ts';
import { IS_CONFIGURATION } from './changes/configuration-changes.store.ts';

/** Selection of events of an organization: a range, and conditions on the events in it. */
export interface EventSelection {
  /** Sequence before the first, and of the last. */
  readonly after: number;
  readonly upTo: number;
  /** RFC 3339, `-infinity` or `infinity`; spares the partitions outside. */
  readonly since: string;
  readonly until: string;
  readonly sequences: readonly number[] | null;
  /** UUID. */
  readonly jobId: string | null;
  readonly requestId: string | null;
  /** Public id of a user or token. */
  readonly actorId: string | null;
  /** UUID. */
  readonly objectId: string | null;
  readonly version: number | null;
}

const SELECTED = `${IS_DIRECT_CHANGE} AND organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint
  AND at >= $4::timestamptz AND at <= $5::timestamptz
  AND ($6::bigint[] IS NULL OR sequence = ANY ($6::bigint[])) AND ($7::uuid IS NULL OR job_id = $7::uuid)
  AND ($8::text IS NULL OR request_id = $8::text) AND ($9::text IS NULL OR actor ->> 'id' = $9::text)
  AND ($10::uuid IS NULL OR object_id = $10::uuid) AND ($11::int IS NULL OR version = $11::int)`;

const parametersOf = (organizationId: string, selection: EventSelection) => [
  organizationId,
  selection.after,
  selection.upTo,
  selection.since,
  selection.until,
  selection.sequences,
  selection.jobId,
  selection.requestId,
  selection.actorId,
  selection.objectId,
  selection.version,
];

/** A selected event without what it changed. */
export interface SelectedEvent {
  readonly sequence: number;
  readonly resource: LedgerResource;
  readonly verb: EventVerb;
  /** UUID. */
  readonly objectId: string;
  readonly version: number;
}

const FIND = defineStatement<Omit<SelectedEvent, 'sequence'> & { readonly sequence: string }>({
  name: 'event.find_selected',
  kind: 'read',
  row: { sequence: 'text', resource: 'text', verb: 'text', objectId: 'text', version: 'int' },
  sql: `SELECT sequence::text AS sequence, resource, verb, object_id::text AS "objectId", version
        FROM ledger.event WHERE ${SELECTED} ORDER BY event.sequence DESC LIMIT $12::int`,
});

/** Returns selected events, newest first. */
export async function findSelectedEvents(
  transaction: Transaction,
  organizationId: string,
  selection: EventSelection,
  limit: number,
): Promise<readonly SelectedEvent[]> {
  const rows = await transaction.execute(FIND, [...parametersOf(organizationId, selection), limit]);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

const CONFIGURATION_KINDS = defineStatement({
  name: 'event.configuration_kinds',
  kind: 'read',
  row: { resource: 'text' },
  sql: `SELECT DISTINCT resource FROM ledger.event
        WHERE ${SELECTED} AND ${IS_CONFIGURATION}`,
});

/** Returns the kinds of configuration that selected events are about. */
export async function findConfigurationKinds(
  transaction: Transaction,
  organizationId: string,
  selection: EventSelection,
): Promise<readonly LedgerResource[]> {
  const rows = await transaction.execute(CONFIGURATION_KINDS, parametersOf(organizationId, selection));
  return rows.map(({ resource }) => resource as LedgerResource);
}

/** A selected event with what it changed, as it is stored. */
export interface StoredEvent extends SelectedEvent {
  readonly ref: string;
  readonly data: JsonObject;
  readonly changes: readonly StoredChange[];
  readonly changesTruncated: boolean;
}

const LOAD = defineStatement<Omit<StoredEvent, 'sequence'> & { readonly sequence: string }>({
  name: 'event.load_selected',
  kind: 'read',
  row: {
    sequence: 'text',
    resource: 'text',
    verb: 'text',
    objectId: 'text',
    ref: 'text',
    version: 'int',
    data: 'json',
    changes: 'json',
    changesTruncated: 'boolean',
  },
  sql: `SELECT sequence::text AS sequence, resource, verb, object_id::text AS "objectId", ref, version, data, changes,
               changes_truncated AS "changesTruncated"
        FROM ledger.event WHERE ${SELECTED} AND object_id = ANY ($12::uuid[]) ORDER BY event.sequence DESC`,
});

/** Returns the selected events of some objects, newest first. */
export async function loadSelectedEvents(
  transaction: Transaction,
  organizationId: string,
  selection: EventSelection,
  objectIds: readonly string[],
): Promise<readonly StoredEvent[]> {
  const rows = await transaction.execute(LOAD, [...parametersOf(organizationId, selection), [...objectIds]]);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

/** A selected event and the bytes of what it changed. */
export interface EventSize extends SelectedEvent {
  readonly bytes: number;
}

const SIZES = defineStatement<Omit<EventSize, 'sequence'> & { readonly sequence: string }>({
  name: 'event.selected_sizes',
  kind: 'read',
  row: { sequence: 'text', resource: 'text', verb: 'text', objectId: 'text', version: 'int', bytes: 'int' },
  sql: `SELECT sequence::text AS sequence, resource, verb, object_id::text AS "objectId", version,
               octet_length(changes::text) AS bytes
        FROM ledger.event WHERE ${SELECTED} AND object_id = ANY ($12::uuid[]) ORDER BY event.sequence DESC`,
});

/** Returns the sizes of the selected events of some objects, newest first. */
export async function loadEventSizes(
  transaction: Transaction,
  organizationId: string,
  selection: EventSelection,
  objectIds: readonly string[],
): Promise<readonly EventSize[]> {
  const rows = await transaction.execute(SIZES, [...parametersOf(organizationId, selection), [...objectIds]]);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

/** A later event of an object: who changed what. */
export interface LaterEvent {
  readonly objectId: string;
  readonly sequence: number;
  readonly verb: EventVerb;
  readonly version: number;
  readonly jobId: string | null;
  readonly actor: Actor;
  /** Sequences of the events that it takes back. */
  readonly reverts: readonly number[];
  /** {@link changeKey} of its changes. */
  readonly changeKeys: readonly string[];
}

const LATER = defineStatement<Omit<LaterEvent, 'sequence'> & { readonly sequence: string }>({
  name: 'event.load_later',
  kind: 'read',
  row: {
    objectId: 'text',
    sequence: 'text',
    verb: 'text',
    version: 'int',
    jobId: 'text | null',
    actor: 'json',
    reverts: 'json',
    changeKeys: 'json',
  },
  sql: `SELECT object_id::text AS "objectId", sequence::text AS sequence, verb, version, job_id::text AS "jobId", actor,
               coalesce(data -> 'reverts', '[]') AS reverts,
               (SELECT coalesce(jsonb_agg(concat_ws(' ', change ->> 'path', change ->> 'channel', change ->> 'locale')), '[]')
                FROM jsonb_array_elements(changes) AS change) AS "changeKeys"
        FROM unnest($2::uuid[], $3::bigint[]) AS wanted (id, after) CROSS JOIN LATERAL (
          SELECT * FROM ledger.event
          WHERE organization_id = $1::uuid AND object_id = wanted.id AND event.sequence > wanted.after
            AND ${IS_DIRECT_CHANGE}
        ) AS later ORDER BY later.sequence DESC`,
});

/** Returns the later events of the objects of some events, newest first. */
export async function loadLaterEvents(
  transaction: Transaction,
  organizationId: string,
  objects: readonly { readonly id: string; readonly after: number }[],
): Promise<readonly LaterEvent[]> {
  const rows = await transaction.execute(LATER, [
    organizationId,
    objects.map(({ id }) => id),
    objects.map(({ after }) => after),
  ]);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

/** The first change of a path after a version. */
export interface FirstChange {
  readonly sequence: number;
  readonly change: StoredChange;
  /** Its old value was too large to be stored by an earlier release. */
  readonly isTruncated: boolean;
}

const FIRST_CHANGES = defineStatement<Omit<FirstChange, 'sequence'> & { readonly sequence: string }>({
  name: 'event.first_changes',
  kind: 'read',
  row: { sequence: 'text', change: 'json', isTruncated: 'boolean' },
  sql: `SELECT DISTINCT ON (change ->> 'path', change ->> 'channel', change ->> 'locale')
               event.sequence::text AS sequence, change, event.changes_truncated AS "isTruncated"
        FROM ledger.event CROSS JOIN LATERAL jsonb_array_elements(event.changes) AS change
        WHERE event.organization_id = $1::uuid AND event.object_id = $2::uuid AND event.verb = 'updated'
          AND event.sequence > (SELECT known.sequence FROM ledger.event AS known
                                WHERE known.organization_id = $1::uuid AND known.object_id = $2::uuid AND known.version = $3::int
                                  AND known.${IS_DIRECT_CHANGE})
        ORDER BY change ->> 'path', change ->> 'channel', change ->> 'locale', event.sequence`,
});

/** Returns the values of an object at a version wherever they changed since: the first later change of each path. */
export async function loadFirstChanges(
  transaction: Transaction,
  organizationId: string,
  objectId: string,
  version: number,
): Promise<readonly FirstChange[]> {
  const rows = await transaction.execute(FIRST_CHANGES, [organizationId, objectId, version]);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

/** Returns the key of the field and scope of a change: its path, channel and locale. */
export const changeKey = ({ path, channel, locale }: Pick<StoredChange, 'path' | 'channel' | 'locale'>) =>
  [path, channel, locale].filter((part) => part !== null).join(' ');
