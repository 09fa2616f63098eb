import { foldKey } from '../../kernel/codes.ts';
import { encodeId, type IdentifiedType } from '../../kernel/ids.ts';
import type { ReferenceKind } from '../../kernel/module.ts';
import type { DomainModule, Transaction } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import { defineStatementFamily } from '../database/statement.ts';
import { defineLoader, type Loader } from '../loader.ts';
import { qualifiedKey } from './qualified-codes.ts';
import type { Usages } from './resource.ts';
import { snakeCase } from './table-store.ts';

/** Maximum number of users of one object, and of those of one type, that are listed. */
export const MAXIMUM_USERS_LISTED = 100;

/** Maximum number of users that are counted; beyond it a count is a lower bound. */
export const MAXIMUM_USERS_COUNTED = 10_000;

/** An object that may be in use; codes in their stored case. */
export interface UsedObject {
  readonly code: string;
  /** Code of its owner: the set of an option, the type of an entity, the family of a unit. */
  readonly owner?: string | undefined;
  /** UUID, where users name that. */
  readonly id?: string | undefined;
}

/** Returns the key of an object in the results of the functions below. */
const keyOf = ({ owner, code }: UsedObject) =>
  owner === undefined ? foldKey(code) : qualifiedKey({ owner, code });

type QueryContext = Transaction & {
  readonly session: Session;
  readonly modules: readonly DomainModule[];
};

// The query names the organization, because PostgreSQL rejects parameters whose type no query determines.
const NO_REFERENCES =
  'SELECT NULL::text, NULL::text, NULL::uuid, NULL::text, NULL::timestamptz WHERE false AND $1::uuid IS NULL';

/**
 * Returns a query for `usedBy`: the rows of a table of configuration for which a condition on them and `wanted`
 * holds.
 */
export function rowsReferencing(type: IdentifiedType, condition: string): string {
  const table = snakeCase(type).slice(1);
  return `SELECT wanted.key, '${type}', ${table}.id, ${table}.code, NULL::timestamptz
    FROM wanted JOIN public.${table} ON ${table}.organization_id = $1::uuid AND ${condition}`;
}

/**
 * Returns a query for `usedBy` of many rows: those that a query finds for one `wanted`, looked up for one after the
 * other until there are `wanted.most`. The query sorts by the columns of an index, because PostgreSQL would else scan
 * all rows.
 */
export const usersEach = (query: string): string =>
  `SELECT wanted.key, named.* FROM wanted CROSS JOIN LATERAL (${query} LIMIT wanted.most) AS named`;

/**
 * Returns SQL for the `users` of one object of a kind by the index of `search.usage`. It is materialized and without
 * a limit of its own, because PostgreSQL plans a scan of all rows below `EXISTS` and `LIMIT`; the limit stands around
 * it.
 */
export const usersByIndex = (kind: ReferenceKind, owner: string, code: string): string =>
  usersByTerms(`SELECT ARRAY[${usageTerm(kind, owner, code)}]`);

/** Returns SQL for the term under which one object is named; see {@link usersByIndex}. */
export const usageTerm = (kind: ReferenceKind, owner: string, code: string): string =>
  `search.usage_term($1::uuid, '${kind}', ${owner}, ${code})`;

/** Returns SQL for the `users` of any of the objects whose terms a query returns as one array. */
export const usersByTerms = (terms: string): string =>
  `WITH users AS MATERIALIZED (
     SELECT id FROM search.usage WHERE organization_id = $1::uuid AND terms && (
       ${terms}))`;

/**
 * Returns SQL for the ids of what names the object of one term. For the terms of many objects it is looked up term by
 * term: the index compares each row that it finds with each of the terms that it looks for at once. OFFSET 0 keeps
 * PostgreSQL from scanning all rows for it.
 */
export const usersOfTerm = (term: string): string =>
  `SELECT id FROM search.usage WHERE organization_id = $1::uuid AND terms @> ARRAY[${term}] OFFSET 0`;

/** Returns a query for `usedBy`: the rows of a table or view that name an object in `wanted` by the index. */
export function indexedUsers(
  kind: ReferenceKind,
  {
    table,
    columns,
    condition = 'true',
  }: Readonly<Record<'table' | 'columns', string>> & { condition?: string },
): string {
  return `SELECT wanted.key, named.* FROM wanted CROSS JOIN LATERAL (
      ${usersByIndex(kind, 'wanted.owner', 'wanted.code')}
      SELECT ${columns} FROM users JOIN public.${table} AS holder
        ON holder.organization_id = $1::uuid AND holder.id = users.id
      WHERE (holder.deleted_at IS NULL OR holder.deleted_at >= wanted.since) AND ${condition}
      LIMIT wanted.most) AS named`;
}

/**
 * Returns SQL for the users of the objects in `wanted`, as modules declare them: `(key, type, id, code, deleted_at)`.
 */
export function referencesTo(modules: readonly DomainModule[], kinds: readonly ReferenceKind[]): string {
  const parts = kinds.flatMap((kind) => modules.flatMap(({ usedBy }) => usedBy?.[kind] ?? []));
  return `(${[NO_REFERENCES, ...parts].join(' UNION ALL ')}) AS users (key, type, id, code, deleted_at)`;
}

/** Returns the SQL condition that something living uses a row of a table of configuration; evaluated for each row. */
export const isUsed = (
  modules: readonly DomainModule[],
  kinds: readonly ReferenceKind[],
  { table, owner = 'NULL::text' }: { readonly table: string; readonly owner?: string | undefined },
): string => `EXISTS (
  WITH wanted AS (SELECT "${table}".code_key AS key, ${owner} AS owner, "${table}".code, "${table}".id,
    'infinity'::timestamptz AS since, NULL::text[] AS types, 1 AS most)
  SELECT FROM ${referencesTo(modules, kinds)} WHERE users.deleted_at IS NULL)`;

const WANTED = `wanted AS (
  SELECT key, owner, code, id, $3::timestamptz AS since, $4::text[] AS types, ${MAXIMUM_USERS_COUNTED + 1} AS most
  FROM jsonb_to_recordset($2::jsonb) AS wanted (key text, owner text, code text, id uuid))`;

const parametersFor = (
  { session }: QueryContext,
  objects: readonly UsedObject[],
  since: string,
  types: readonly IdentifiedType[] | null,
) => [
  session.organizationId,
  JSON.stringify(objects.map(({ owner, code, id }) => ({ key: keyOf({ owner, code }), owner, code, id }))),
  since,
  types,
];

interface UsageRow {
  readonly key: string;
  readonly type: IdentifiedType;
  readonly id: string;
  readonly code: string;
  readonly total: number;
  readonly ofType: number;
  readonly deleted: boolean;
}

const usagesOf = (kind: ReferenceKind) =>
  defineStatementFamily<UsageRow>({
    name: `${kind}.usage`,
    kind: 'read',
    row: {
      key: 'text',
      type: 'text',
      id: 'text',
      code: 'text',
      total: 'int',
      ofType: 'int',
      deleted: 'boolean',
    },
    sql: (users) => `WITH ${WANTED}, used AS (
        SELECT DISTINCT key, type, id, code, deleted_at FROM ${users}
        WHERE (deleted_at IS NULL OR deleted_at >= $3::timestamptz) AND ($4::text[] IS NULL OR type = ANY($4))
      )
      SELECT key, type, id, code, total, of_type AS "ofType", deleted FROM (
        SELECT key, type, id::text AS id, code, count(*) OVER one::int AS total,
               count(*) OVER (PARTITION BY key, type)::int AS of_type,
               bool_or(deleted_at IS NOT NULL) OVER one AS deleted,
               row_number() OVER (PARTITION BY key, type ORDER BY code) AS position
        FROM used WINDOW one AS (PARTITION BY key)
      ) AS numbered WHERE position <= ${MAXIMUM_USERS_LISTED} ORDER BY type, code`,
  });

/**
 * Returns what uses objects of one or several kinds, by their folded code, that of their owner and `/` in front. Users
 * that were deleted before `since` do not count.
 */
export async function findUsages(
  context: QueryContext,
  kinds: readonly [ReferenceKind, ...ReferenceKind[]],
  objects: readonly UsedObject[],
  since: Date | null = null,
): Promise<ReadonlyMap<string, Usages>> {
  const users = referencesTo(context.modules, kinds);
  if (objects.length === 0) return new Map();
  const parameters = parametersFor(context, objects, since?.toISOString() ?? '-infinity', null);
  const rows = await context.execute(usagesOf(kinds[0])(users), parameters);
  return new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, group]) => [key, toUsages(group)]));
}

function toUsages(rows: readonly UsageRow[]): Usages {
  const [first] = rows;
  const users = rows.map(({ type, id, code, ofType }) => ({ type, id: encodeId(type, id), code, ofType }));
  const byType = Map.groupBy(users, ({ type }) => type);
  return {
    users: users.slice(0, MAXIMUM_USERS_LISTED).map(({ ofType: _ofType, ...user }) => user),
    byType: [...byType].map(([type, list]) => ({ type, count: list[0]?.ofType ?? 0, users: list })),
    total: first?.total ?? 0,
    note: first?.deleted ? localized('deleted-ones-count') : null,
  };
}

/** With this time, users that were deleted at any time do not count. */
export const NEVER = new Date(Date.UTC(9999, 0));

/** Units that the look-up of the users of one object costs, and that of their number: an index is read for each. */
export const LOOKUP_UNITS = { users: 100, count: 50 } as const;

/** Defines the look-up of what uses the objects of a kind, without what is deleted; null for nothing. */
export const defineUsagesLoader = (
  name: string,
  kinds: readonly [ReferenceKind, ...ReferenceKind[]],
): Loader<UsedObject, Usages> =>
  defineLoader({
    name,
    keyOf,
    unitsPerKey: LOOKUP_UNITS.users,
    load: (context, objects) => findUsages(context, kinds, objects, NEVER),
  });

/** Defines the look-up of the number of living products that use the objects of a kind; null for none. */
export const defineProductsCountLoader = (kind: ReferenceKind): Loader<UsedObject, UserCount> =>
  defineLoader({
    name: `${kind}.products_count`,
    keyOf,
    unitsPerKey: LOOKUP_UNITS.count,
    load: (context, objects) => countReferences(context, kind, ['Product'], objects),
  });

const countsOf = (kind: ReferenceKind) =>
  defineStatementFamily({
    name: `${kind}.count_users`,
    kind: 'read',
    row: { key: 'text', count: 'int' },
    sql: (users) => `WITH ${WANTED} SELECT key, count(DISTINCT id)::int AS count FROM ${users}
      WHERE (deleted_at IS NULL OR deleted_at >= $3::timestamptz) AND type = ANY($4::text[]) GROUP BY key`,
  });

/** A number of users; a lower bound unless it is exact. */
export interface UserCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** Returns a number of which no more than one above the highest was counted. */
export const toUserCount = (count: number): UserCount => ({
  count: Math.min(count, MAXIMUM_USERS_COUNTED),
  isExact: count <= MAXIMUM_USERS_COUNTED,
});

export const NO_USERS: UserCount = { count: 0, isExact: true };

/** Counts the living objects of some types that use each object, by the same keys; those without users are left out. */
export async function countReferences(
  context: QueryContext,
  kind: ReferenceKind,
  types: readonly IdentifiedType[],
  objects: readonly UsedObject[],
): Promise<ReadonlyMap<string, UserCount>> {
  const users = referencesTo(context.modules, [kind]);
  if (objects.length === 0) return new Map();
  const rows = await context.execute(
    countsOf(kind)(users),
    parametersFor(context, objects, 'infinity', types),
  );
  return new Map(rows.map(({ key, count }) => [key, toUserCount(count)]));
}
