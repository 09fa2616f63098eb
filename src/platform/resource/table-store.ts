import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { isJsonArray, isJsonObject } from '../../kernel/json.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';
import { asJsonObject, type ResourceDocument, type ResourceStore, type StoredDocument } from './resource.ts';

/** Converts `sortOrder` to `sort_order`: the names of program text and of everything that leaves it. */
export function snakeCase(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts `sort_order` to `sortOrder`. */
export function camelCase(word: string): string {
  if (!word.includes('_')) return word;
  return word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Renames the keys of nested objects and of objects in lists. */
export function renameKeys(value: JsonValue | undefined, rename: (word: string) => string): JsonValue {
  if (isJsonArray(value)) return value.map((item) => renameKeys(item, rename));
  if (!isJsonObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]),
  );
}

export interface TableStoreSettings<Document> {
  /** Table in schema `public`, e.g. `attribute_group`; its columns are the document's keys in snake_case. */
  readonly table: string;
  /** The document's keys apart from `code`. */
  readonly fields: readonly (keyof Document & string)[];
  /** Fields whose nested keys are property names (`maxLength`), stored as wire names (`max_length`), not codes. */
  readonly worded?: readonly (keyof Document & string)[];
  /** Values of fields whose columns are NULL, where the value is not null. */
  readonly nulls?: Partial<Document>;
  /** SQL for the folded key of a row; by default its `code_key`. */
  readonly key?: string;
  /** SQL condition that a row's folded key is in `$2::text[]`; by default on `key`, which an index has to serve. */
  readonly keyIn?: string;
  /** True if rows store who created and last changed them, in `created_by` and `updated_by`. */
  readonly actors?: boolean;
  /**
   * Field that names the object in which documents with a `sortOrder` are ordered; null where all are ordered
   * together.
   */
  readonly orderedIn?: (keyof Document & string) | null;
  /** SQL order of `loadAll`. */
  readonly order?: string;
}

type Row = { key: string; id: string; version: number; document: JsonObject };

/**
 * Returns a store whose documents are rows of one table. Rows travel as JSON, so both transaction kinds return the
 * same.
 */
export function createTableStore<Document extends ResourceDocument>(
  settings: TableStoreSettings<Document>,
): ResourceStore<Document> {
  const { table } = settings;
  const key = settings.key ?? 'code_key';
  const keyIn = settings.keyIn ?? `${key} = ANY($2::text[])`;
  const columns = ['code', ...settings.fields].map((field) => ({ field, column: snakeCase(field) }));
  const worded = new Set<string>(settings.worded ?? []);
  const nulls = (settings.nulls ?? {}) as Readonly<Record<string, JsonValue | undefined>>;
  const actor = settings.actors === true ? '$4::jsonb' : null;
  const actorOf = (context: WriteContext) => (actor === null ? [] : [JSON.stringify(context.session.actor)]);
  const written = ['id', 'version', 'code_key', ...columns.map(({ column }) => column)];
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
  const SELECT = `SELECT ${key} AS key, id::text AS id, version, jsonb_build_object(${columns
    .map(({ column }) => `'${column}', "${column}"`)
    .join(', ')}) AS document FROM public."${table}" WHERE organization_id = $1::uuid`;

  const ROW = { key: 'text', id: 'text', version: 'int', document: 'json' } as const;
  const changed = written.filter((column) => column !== 'id');
  const LOAD_SQL = `${SELECT} AND ${keyIn}`;
  const LOAD = defineStatement<Row>({ name: `${table}.load`, kind: 'read', row: ROW, sql: LOAD_SQL });
  const LOCK = defineStatement<Row>({
    name: `${table}.load`,
    kind: 'read',
    row: ROW,
    sql: `${LOAD_SQL} ORDER BY id FOR NO KEY UPDATE`,
  });
  const LOAD_ALL = defineStatement<Row>({
    name: `${table}.load_all`,
    kind: 'read',
    row: ROW,
    sql: `${SELECT} ORDER BY ${settings.order ?? 'code'}`,
  });
  const LOAD_PAGE = defineStatement<Row>({
    name: `${table}.load_page`,
    kind: 'read',
    row: ROW,
    sql: `${SELECT} AND ($2::text IS NULL OR ${key} > $2) ORDER BY ${key} LIMIT $3::int`,
  });
  const COUNT = defineStatement({
    name: `${table}.count`,
    kind: 'read',
    row: { count: 'int' },
    sql: `SELECT count(*)::int AS count FROM public."${table}" WHERE organization_id = $1::uuid`,
  });
  const INSERT = defineStatement({
    name: `${table}.insert`,
    kind: 'write',
    sql: `INSERT INTO public."${table}" (organization_id, created_at, updated_at, ${quoted(written)}
                                         ${actor === null ? '' : ', created_by, updated_by'})
          SELECT $1::uuid, $2::timestamptz, $2::timestamptz, ${quoted(written)}
                 ${actor === null ? '' : `, ${actor}, ${actor}`}
          FROM jsonb_populate_recordset(NULL::public."${table}", $3::jsonb)`,
  });
  // The ids stand in an array, too, because PostgreSQL expects a hundred rows of a recordset and would read the table
  // for them.
  const UPDATE = defineStatement({
    name: `${table}.update`,
    kind: 'write',
    sql: `UPDATE public."${table}" AS target
          SET updated_at = $2::timestamptz, ${actor === null ? '' : `updated_by = ${actor}, `}${changed.map((column) => `"${column}" = row."${column}"`).join(', ')}
          FROM jsonb_populate_recordset(NULL::public."${table}", $3::jsonb) AS row
          WHERE target.organization_id = $1::uuid AND target.id = row.id
            AND target.id = ANY (ARRAY(SELECT (item ->> 'id')::uuid FROM jsonb_array_elements($3::jsonb) AS item))`,
  });
  const DELETE = defineStatement({
    name: `${table}.delete`,
    kind: 'write',
    sql: `DELETE FROM public."${table}" WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])`,
  });

  const { orderedIn } = settings;
  const inOwner = typeof orderedIn === 'string' ? `"${snakeCase(orderedIn)}"` : null;
  // Reads the last entries of an index, however many rows an owner has.
  const lastOf = (condition: string) =>
    `(SELECT sort_order FROM public."${table}" WHERE organization_id = $1::uuid AND ${condition} ORDER BY sort_order DESC LIMIT 1)`;
  const lastRows =
    inOwner === null
      ? lastOf('true')
      : `${lastOf(`${inOwner} = owner`)} UNION ALL ${lastOf(`${inOwner} IS NULL AND owner = ''`)}`;
  const LAST_POSITIONS =
    orderedIn === undefined
      ? null
      : defineStatement<{ owner: string; last: number }>({
          name: `${table}.last_positions`,
          kind: 'read',
          row: { owner: 'text', last: 'int' },
          sql: `SELECT owner, last.sort_order AS last FROM unnest($2::text[]) AS owner CROSS JOIN LATERAL (${lastRows}) AS last`,
        });

  const toStored = (row: Row): StoredDocument<Document> => {
    const entries = columns.map(({ field, column }) => {
      const value = row.document[column] ?? nulls[field] ?? null;
      return [field, worded.has(field) ? renameKeys(value, camelCase) : value];
    });
    return { id: row.id, version: row.version, document: Object.fromEntries(entries) as unknown as Document };
  };
  const toRow = ({ id, version, document }: StoredDocument<Document>): JsonObject => {
    const row: Record<string, JsonValue> = { id, version, code_key: document.code.toLowerCase() };
    for (const { field, column } of columns) {
      const value = asJsonObject(document)[field] ?? null;
      row[column] = worded.has(field) ? renameKeys(value, snakeCase) : value;
    }
    return row;
  };
  return {
    async load(transaction, organizationId, keys, lock) {
      if (keys.length === 0) return new Map();
      const rows = await transaction.execute(lock ? LOCK : LOAD, [organizationId, [...new Set(keys)]]);
      return new Map(rows.map((row) => [row.key, toStored(row)]));
    },
    async loadAll(transaction, organizationId) {
      const rows = await transaction.execute(LOAD_ALL, [organizationId]);
      return rows.map(toStored);
    },
    async loadPage(transaction, organizationId, { after, limit }) {
      const rows = await transaction.execute(LOAD_PAGE, [organizationId, after, limit]);
      return rows.map((row) => ({ ...toStored(row), key: row.key }));
    },
    async count(transaction, organizationId) {
      const [row] = await transaction.execute(COUNT, [organizationId]);
      return row?.count ?? 0;
    },
    async insert(context, rows) {
      if (rows.length === 0) return;
      await context.execute(INSERT, [
        context.session.organizationId,
        context.now.toISOString(),
        JSON.stringify(rows.map(toRow)),
        ...actorOf(context),
      ]);
    },
    async update(context, rows) {
      if (rows.length === 0) return;
      await context.execute(UPDATE, [
        context.session.organizationId,
        context.now.toISOString(),
        JSON.stringify(rows.map(toRow)),
        ...actorOf(context),
      ]);
    },
    async delete(context, ids) {
      if (ids.length === 0) return;
      await context.execute(DELETE, [context.session.organizationId, [...ids]]);
    },
    ...(LAST_POSITIONS !== null && {
      positions: {
        ownerOf: (document) => (typeof orderedIn === 'string' ? String(document[orderedIn] ?? '') : ''),
        async loadLast(transaction, organizationId, owners) {
          const rows = await transaction.execute(LAST_POSITIONS, [organizationId, [...new Set(owners)]]);
          return new Map(rows.map((row) => [row.owner, row.last]));
        },
      },
    }),
  };
}
