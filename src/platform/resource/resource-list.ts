import { countWithin, PRICES } from '../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../kernel/codes.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { ReferenceKind } from '../../kernel/module.ts';
import type { ListIdentity, Page } from '../../kernel/page.ts';
import { searchPattern } from '../../kernel/text/search-pattern.ts';
import { Parameters } from '../database/parameters.ts';
import { defineStatementFamily } from '../database/statement.ts';
import type { PrismaReadContext } from '../operation/context.ts';
import { type PageRequest, pageSize } from '../operation/keyset-page.ts';
import { isUsed } from './usages.ts';

/** Properties that lists of configuration can be sorted by; `position` where objects are ordered by hand. */
export const LIST_SORT_FIELDS = ['code', 'label', 'updatedAt', 'position'] as const;
export type ListSortField = (typeof LIST_SORT_FIELDS)[number];

/** Arguments of every list of configuration besides its filter. */
export interface ListRequest extends PageRequest {
  /** Part of the code or of a label in any locale, without regard to case and accents. */
  readonly search?: string | null | undefined;
  /** Order; the list's own when left out. */
  readonly sort?:
    | { readonly field: ListSortField; readonly direction?: 'asc' | 'desc' | null | undefined }
    | null
    | undefined;
  /** Locale of the labels of a list that is sorted by label; by default the organization's. */
  readonly locale?: string | null | undefined;
  /** Only objects that nothing uses (true), or only those that something does. */
  readonly unused?: boolean | null | undefined;
  /** Only objects without a label in this locale. */
  readonly missingLabel?: string | null | undefined;
}

/** Longest text that lists are searched for. */
export const MAXIMUM_SEARCH_LENGTH = 100;

/** Settings for listing the objects of one kind. */
export interface ListSettings<Filter> {
  /** Returns the order of a list without `sort`; by code when left out. */
  readonly defaultSort?: (filter: Filter) => ListSortField;
  /** Columns, all integers, that objects are ordered by where they are ordered by hand; their code comes last. */
  readonly position?: readonly string[];
  /** SQL of a JSON value with the texts by which an object is found besides its code; by default its labels. */
  readonly texts?: string;
  /** Returns the label of an object where labels are not stored. */
  readonly labelOf?: (code: string) => string;
  /** Roles in which modules name its objects; its own by default. */
  readonly usedAs?: readonly ReferenceKind[] | undefined;
  /** SQL of the code of the object that a row belongs to, if it does. */
  readonly owner?: string;
  /** SQL condition that something uses a row, where that is not what prevents its deletion. */
  readonly used?: string;
  /**
   * Returns SQL conditions on a row of the table; `parameters` makes placeholders of the values of the filter. `$1::uuid`
   * is the organization.
   */
  readonly where?: (filter: Filter, parameters: Parameters) => readonly string[];
}

/** A kind whose objects are listed. */
export interface ListedKind<Filter> extends ListSettings<Filter> {
  /** Names the list, so that a cursor fits no other. */
  readonly name: string;
  /** Table in schema `public` with the columns `id`, `code`, `labels` (unless they are not stored) and `updated_at`. */
  readonly table: ReferenceKind;
}

/** Returns the condition that a column has the value of an argument; none where the argument is left out. */
export const equalTo = (
  column: string,
  value: string | number | boolean | null | undefined,
  type: string,
  parameters: Parameters,
): readonly string[] =>
  value === null || value === undefined ? [] : [`${column} = ${parameters.add(value, type)}`];

/** Returns the condition that a column refers to an object by its code, in either case. */
export const refersTo = (
  column: string,
  code: string | null | undefined,
  parameters: Parameters,
): readonly string[] =>
  equalTo(`lower(${column})`, code === null || code === undefined ? null : foldKey(code), 'text', parameters);

type Delegate<Row> = { findMany(query: object): PromiseLike<Row[]> };

/** Returns the statements for the list of a table; the rows and their conditions are generated. */
const statementsOf = (table: string) => ({
  page: defineStatementFamily({
    name: `${table}.list`,
    kind: 'read',
    row: { id: 'text', position: 'json' },
    sql: (query) => query,
  }),
  count: defineStatementFamily({
    name: `${table}.count_listed`,
    kind: 'read',
    row: { count: 'int' },
    sql: (rows) => `SELECT count(*)::int AS count FROM ${rows}`,
  }),
  codes: defineStatementFamily({
    name: `${table}.codes`,
    kind: 'read',
    row: { code: 'text' },
    sql: () => `SELECT code FROM public."${table}" WHERE organization_id = $1::uuid`,
  }),
});

/** The Unicode order of words (UTS #10), the same whatever the database's own collation is. */
const WORD_ORDER = 'COLLATE "und-x-icu"';

/** An SQL expression to sort by, and the type of its values in a cursor. */
interface SortKey {
  readonly sql: string;
  readonly type: 'int' | 'text' | 'timestamptz';
  readonly collation?: string;
}

const CODE: SortKey = { sql: 'code', type: 'text' };

/**
 * Reads one page by the keyset technique: the cursor holds the sort values of the last object, so any depth costs the
 * same and rows written meanwhile neither repeat nor hide others. Ids are looked up first, then the rows with the
 * selection of the response.
 */
export async function listResources<Row extends { readonly id: string }, Filter>(
  context: PrismaReadContext,
  kind: ListedKind<Filter>,
  delegate: Delegate<Row>,
  { query, ...input }: ListRequest & Filter & { readonly query: object },
): Promise<Page<Row>> {
  const { first, after = null, search, sort, locale, ...filter } = input as ListRequest;
  const { organizationId } = context.session;
  const statements = statementsOf(kind.table);
  const size = pageSize(first);
  const text = search?.trim() ?? '';
  // A search, and what uses an object, is evaluated for all objects of the kind.
  const price = text === '' && (filter.unused ?? null) === null ? PRICES.list : PRICES.search;
  context.budget?.spend(price);
  const field = sort?.field ?? kind.defaultSort?.(filter as Filter) ?? 'code';
  const descending = sort?.direction === 'desc';
  const locales = field === 'label' ? await labelLocales(context, locale ?? '') : [];
  const labels =
    kind.labelOf === undefined ? null : await labelsByCode(context, kind, field === 'label' || text !== '');

  const parameters = new Parameters();
  const organization = parameters.add(organizationId, 'uuid');
  const computed = labels === null ? null : () => `(${parameters.add(labels, 'jsonb')} ->> code)`;
  const conditions = [
    `organization_id = ${organization}`,
    ...(kind.where?.(filter as Filter, parameters) ?? []),
    ...commonConditions(context, kind, filter, parameters),
    ...(text === ''
      ? []
      : [
          matchesText(
            text,
            computed === null ? (kind.texts ?? 'labels') : `to_jsonb(${computed()})`,
            parameters,
          ),
        ]),
  ];
  const rows = `public."${kind.table}" WHERE ${conditions.map((condition) => `(${condition})`).join(' AND ')}`;
  const count = { sql: rows, values: [...parameters.values] };

  const keys = sortKeys(kind, field, computed ?? (() => storedLabel(locales, parameters)));
  const identity = JSON.parse(
    JSON.stringify([kind.name, filter, text, field, descending, locales]),
  ) as ListIdentity;
  const position = after === null ? null : context.cursors.decode(after, identity);
  const direction = descending ? 'DESC' : 'ASC';
  const names = keys.map((_, index) => `key_${index}`);
  const ordered = keys.map(({ collation = '' }, index) => `${names[index]} ${collation}`);
  const beyond =
    position === null
      ? ''
      : `WHERE (${ordered.join(', ')}) ${descending ? '<' : '>'} (${keys
          .map(({ type }, index) => parameters.add(position[index], type))
          .join(', ')})`;
  const listed = await context.execute(
    statements.page(`SELECT id::text AS id, jsonb_build_array(${names.join(', ')}) AS position
      FROM (SELECT id, ${keys.map(({ sql }, index) => `${sql} AS ${names[index]}`).join(', ')} FROM ${rows}) AS listed
      ${beyond} ORDER BY ${ordered.map((key) => `${key} ${direction}`).join(', ')} LIMIT ${size + 1}`),
    parameters.values,
  );
  const page = listed.slice(0, size);
  const objects =
    page.length === 0
      ? []
      : await delegate.findMany({
          ...query,
          where: { organizationId, id: { in: page.map(({ id }) => id) } },
        });
  const byId = new Map(objects.map((object) => [object.id, object]));
  // One that was deleted since it was found takes its position with it.
  const items = page.flatMap(({ id, position: at }) => {
    const object = byId.get(id);
    return object === undefined ? [] : [{ object, at: at as readonly JsonValue[] }];
  });
  return {
    items: items.map(({ object }) => object),
    cursorAt: (index) => context.cursors.encode(items[index]?.at ?? [], identity),
    hasNextPage: listed.length > size,
    count: () =>
      countWithin(context.budget, price, async () => {
        const [row] = await context.execute(statements.count(count.sql), count.values);
        return row?.count ?? 0;
      }),
  };
}

/** Returns the conditions that all kinds can be listed by. */
function commonConditions(
  { modules }: PrismaReadContext,
  { table, usedAs = [table], owner, used }: Omit<ListedKind<never>, 'where' | 'defaultSort'>,
  { unused, missingLabel }: ListRequest,
  parameters: Parameters,
): readonly string[] {
  const hasUsers = used ?? isUsed(modules, usedAs, { table, owner });
  return [
    ...(unused === null || unused === undefined ? [] : [unused ? `NOT (${hasUsers})` : hasUsers]),
    ...(missingLabel === null || missingLabel === undefined
      ? []
      : [lacksSomeLabel([missingLabel], parameters)]),
  ];
}

/** Returns the condition that the column `labels` has none in at least one of the locales. */
export const lacksSomeLabel = (locales: readonly string[], parameters: Parameters): string =>
  `NOT ${parameters.add([...new Set(locales.map(foldKey))], 'text[]')} <@
    ARRAY(SELECT lower(label.locale) FROM jsonb_object_keys(labels) AS label (locale))`;

/**
 * Returns the condition that the code or one of the texts matches; `texts` is SQL of a JSON value. There is no index for
 * it: row-level security keeps PostgreSQL from using one, and a kind has no more than some thousand objects.
 */
export function matchesText(text: string, texts: string, parameters: Parameters): string {
  const pattern = searchPattern(text);
  const path = parameters.add(`$.** ? (@ like_regex ${JSON.stringify(pattern)})`, 'text');
  return `code ~ ${parameters.add(pattern, 'text')} OR jsonb_path_exists(${texts}, ${path}::jsonpath)`;
}

function sortKeys(kind: ListSettings<never>, field: ListSortField, label: () => string): readonly SortKey[] {
  switch (field) {
    case 'label':
      return [{ sql: label(), type: 'text', collation: WORD_ORDER }, CODE];
    case 'updatedAt':
      return [{ sql: 'updated_at', type: 'timestamptz' }, CODE];
    case 'position':
      return [...(kind.position ?? []).map((sql): SortKey => ({ sql, type: 'int' })), CODE];
    default:
      return [CODE];
  }
}

/** Returns SQL for the label that a list shows: the first of the locales, or any, or the code. */
function storedLabel(locales: readonly string[], parameters: Parameters): string {
  const choices = locales.map((locale) => `nullif(labels ->> ${parameters.add(locale, 'text')}, '')`);
  const any = '(SELECT value FROM jsonb_each_text(labels) ORDER BY key LIMIT 1)';
  return `coalesce(${[...(choices.length === 0 ? [any] : choices), 'code'].join(', ')})`;
}

/** Returns the locales whose labels are shown in one, best first. */
async function labelLocales(context: PrismaReadContext, locale: string): Promise<readonly string[]> {
  const chains = context.modules.map((module) => module.labelLocales?.(context, locale));
  return (await Promise.all(chains)).flatMap((chain) => chain ?? []);
}

/** Returns the labels of all objects by code as JSON, where they are needed and not stored. */
async function labelsByCode(
  context: PrismaReadContext,
  { table, labelOf }: ListedKind<never>,
  areNeeded: boolean,
): Promise<string | null> {
  if (!areNeeded || labelOf === undefined) return null;
  const rows = await context.execute(statementsOf(table).codes(''), [context.session.organizationId]);
  return JSON.stringify(Object.fromEntries(rows.map(({ code }) => [code, labelOf(code)])));
}
