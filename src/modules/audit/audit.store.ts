import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { AUDIT_KINDS, type AuditKind } from '../../platform/audit/record-audit.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** Conditions on stored audit entries; null: none. */
export interface AuditEntryFilter {
  readonly kinds: readonly AuditKind[];
  /** Public id of a user or token. */
  readonly actorId: string | null;
  /** Public id of the object of an entry. */
  readonly objectId: string | null;
  /** RFC 3339, `-infinity` or `infinity`. */
  readonly since: string;
  readonly until: string;
}

/** A stored entry about identity, permissions, tokens, webhooks and jobs. */
export interface StoredAuditEntry {
  /** UUID. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly kind: AuditKind;
  readonly actor: Actor;
  readonly data: JsonObject;
  readonly requestId: string;
}

const CONDITIONS = '$2::text[], $3::text, $4::text, $5::timestamptz, $6::timestamptz';

const parametersOf = (organizationId: string, filter: AuditEntryFilter) => [
  organizationId,
  [...filter.kinds],
  filter.actorId,
  filter.objectId,
  filter.since,
  filter.until,
];

const ROW: ColumnsOf<StoredAuditEntry> = {
  id: 'text',
  at: 'text',
  kind: 'text',
  actor: 'json',
  data: 'json',
  requestId: 'text',
};

const COLUMNS = `entry.id::text AS id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, kind, actor, data,
  request_id AS "requestId"`;

const READ = defineStatement<StoredAuditEntry>({
  name: 'audit.read',
  kind: 'read',
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM tenancy.audit_history(${CONDITIONS}, $7::timestamptz, $8::uuid, $9::int) AS page
        JOIN public.audit_entry AS entry ON entry.organization_id = $1::uuid AND entry.id = page.id
        ORDER BY entry.at DESC, entry.id DESC`,
});

/** Returns stored entries before a position (null: all), newest first. */
export const readAuditEntries = (
  transaction: Transaction,
  organizationId: string,
  filter: AuditEntryFilter,
  page: { readonly before: { readonly at: string; readonly id: string } | null; readonly limit: number },
): Promise<readonly StoredAuditEntry[]> =>
  transaction.execute(READ, [
    ...parametersOf(organizationId, filter),
    page.before?.at ?? null,
    page.before?.id ?? null,
    page.limit,
  ]);

const COUNT = defineStatement({
  name: 'audit.count',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM tenancy.audit_history(${CONDITIONS}, NULL, NULL, NULL) AS page
        JOIN public.audit_entry AS entry ON entry.organization_id = $1::uuid AND entry.id = page.id`,
});

/** Counts stored entries. */
export async function countAuditEntries(
  transaction: Transaction,
  organizationId: string,
  filter: AuditEntryFilter,
): Promise<number> {
  const [row] = await transaction.execute(COUNT, parametersOf(organizationId, filter));
  return row?.count ?? 0;
}

const BY_ID = defineStatement<StoredAuditEntry>({
  name: 'audit.by_id',
  kind: 'read',
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM public.audit_entry AS entry
        WHERE entry.organization_id = $1::uuid AND entry.id = $2::uuid`,
});

/** Returns a stored entry by its UUID; null for none. */
export async function findAuditEntry(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredAuditEntry | null> {
  const [row] = await transaction.execute(BY_ID, [organizationId, id]);
  return row ?? null;
}

const LAST_NAMES = defineStatement({
  name: 'audit.last_names',
  kind: 'read',
  row: { userId: 'text', name: 'text' },
  sql: `SELECT person AS "userId", entry.actor ->> 'name' AS name
        FROM unnest($2::text[]) AS person CROSS JOIN LATERAL tenancy.audit_history(
          $3::text[], person, NULL, '-infinity', 'infinity', NULL, NULL, 1
        ) AS page JOIN public.audit_entry AS entry ON entry.organization_id = $1::uuid AND entry.id = page.id`,
});

/**
 * Returns the names under which users acted last, by public id. People who were removed have no other; an erasure erases
 * these.
 */
export async function findLastNames(
  transaction: Transaction,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await transaction.execute(LAST_NAMES, [organizationId, [...userIds], [...AUDIT_KINDS]]);
  return new Map(rows.map(({ userId, name }) => [userId, name]));
}
