import type { WriteContext } from '../../kernel/operation.ts';
import { bulkWrite } from '../../platform/bulk-write/bulk-write.ts';
import { defineStatement, defineStatementFamily } from '../../platform/database/statement.ts';
import type { SearchColumns } from './row/column.ts';
import type { SearchRow } from './row/search-row.ts';
import { TEXT_COLUMNS } from './row/text-column.ts';
import type { SearchTable } from './statement/compile-plan.ts';

const SHAPE = {
  key: 'text',
  status: 'text',
  attribute_set: 'text',
  completeness: 'smallint',
  terms: 'bigint[]',
  ...Object.fromEntries(TEXT_COLUMNS.map((column) => [column, 'text'])),
  other: 'jsonb',
};

/**
 * Texts that stay the same are not written again: they are stored beside the row, where a new version of it finds them.
 */
const KEPT_LONG_TEXTS =
  'CASE WHEN stored.long_texts = excluded.long_texts THEN stored.long_texts ELSE excluded.long_texts END';

/** The timestamps of an object. A new product has no `effective_updated_at` yet: it is that of its own last change. */
const TIMES: Readonly<Record<SearchTable, readonly string[]>> = {
  product: ['created_at', 'updated_at', 'effective_updated_at'],
  entity: ['created_at', 'updated_at'],
};

/** Stores what objects are found by in one statement; they were stored themselves, or sent to be, before. */
export function storeSearchRows(
  context: WriteContext,
  table: SearchTable,
  rows: readonly SearchRow[],
  { columns, areNew }: { readonly columns: SearchColumns; readonly areNew: boolean },
): void {
  // Columns that were never given hold nothing, so they need not be named.
  const assigned = columns.names.map((name) => [name, name.startsWith('n') ? 'float8' : 'text']);
  const types = { id: 'uuid', ...SHAPE, ...Object.fromEntries(assigned) };
  const names = Object.keys(types).filter((name) => name !== 'id');
  const stored = { types, rows: rows.map((row) => ({ ...row, ...row.columns })) };
  const rowColumns = names.map((name) => `row.${name}`).join(', ');
  const into = (timeColumns: readonly string[]) =>
    `INSERT INTO search.${table} AS stored (organization_id, id, ${[...timeColumns, ...names].join(', ')})`;
  const { organizationId } = context.session;
  if (areNew) {
    // No row can be there, and nobody has to look up when they were made.
    const insert = (source: string) =>
      `${into(['created_at', 'updated_at'])} SELECT $1::uuid, row.id, $2::float8, $2::float8, ${rowColumns} FROM ${source} AS row`;
    const parameters = [organizationId, context.now.getTime()];
    bulkWrite(context, { family: (source) => INSERT(insert(source)), parameters, ...stored });
    return;
  }
  const times = TIMES[table];
  const timeValues = times.map((time) => `extract(epoch FROM object.${time}) * 1000`);
  const updated = names.map(
    (name) => `${name} = ${name === 'long_texts' ? KEPT_LONG_TEXTS : `excluded.${name}`}`,
  );
  const store = (source: string) => `${into(times)}
    SELECT $1::uuid, row.id, ${timeValues.join(', ')}, ${rowColumns}
    FROM ${source} AS row JOIN public.${table} AS object ON object.organization_id = $1::uuid AND object.id = row.id
    ON CONFLICT (organization_id, id) DO UPDATE SET ${times.map((time) => `${time} = excluded.${time}`).join(', ')},
      ${updated.join(', ')}`;
  bulkWrite(context, { family: (source) => STORE(store(source)), parameters: [organizationId], ...stored });
}

const generated = (sql: string) => sql;
const INSERT = defineStatementFamily({
  name: 'search.insert',
  kind: 'write',
  prepared: true,
  sql: generated,
});
const STORE = defineStatementFamily({ name: 'search.store', kind: 'write', prepared: true, sql: generated });

const remove = (table: SearchTable) =>
  defineStatement({
    name: `search.delete_${table}`,
    kind: 'write',
    sql: `DELETE FROM search.${table} WHERE organization_id = $1::uuid AND id = ANY ($2::uuid[])`,
  });
const DELETE = { product: remove('product'), entity: remove('entity') } as const;

/** Takes objects out of what is found. */
export async function deleteSearchRows(
  context: WriteContext,
  table: SearchTable,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await context.execute(DELETE[table], [context.session.organizationId, [...ids]]);
}
