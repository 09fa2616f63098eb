import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Transaction } from '../../../kernel/operation.ts';
import { APPLICATION_ROLE } from '../../../platform/database/organization-pool.ts';
import { sqlStateOf } from '../../../platform/database/sql-state.ts';
import { defineStatement, defineStatementFamily } from '../../../platform/database/statement.ts';
import { pgTransaction } from '../../../platform/database/transaction.ts';
import { CopyReader } from './copy-reader.ts';
import { idText, RowIds } from './row-ids.ts';
import { SEGMENT_ROWS, type Segment } from './segment.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function literal(id: string): string {
  if (!UUID.test(id)) throw new Error(`${id} is no UUID.`);
  return `'${id}'`;
}

const uuid = (id: string) => `${literal(id)}::uuid`;

/** Runs something that sees one state of an organization and changes nothing. A client whose statement failed is of no use. */
export async function withSnapshot<Result>(
  client: pg.Client,
  organizationId: string,
  timeoutMs: number,
  body: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = pgTransaction(client);
  // Several statements at once take no parameters.
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE ${APPLICATION_ROLE};
    SET LOCAL app.organization_id = ${literal(organizationId)}; SET LOCAL statement_timeout = ${timeoutMs}`);
  const result = await body(transaction);
  await client.query('ROLLBACK');
  return result;
}

// COPY takes no parameters. Ids are of the database or have been checked; numbers are made by `rowNumber`.
const COPY = defineStatementFamily({ name: 'search.copy_rows', kind: 'read', sql: (rows) => rows });
async function copyRows(
  client: pg.Client,
  numbers: readonly string[],
  { terms = 'row.terms', where }: { readonly terms?: string; readonly where: string },
): Promise<Segment> {
  const columns = ['row.id', terms, ...numbers.map((sql) => `(${sql})::float8`)];
  const select = `SELECT ${columns.join(', ')} FROM search.product AS row WHERE ${where}`;
  const { sql } = COPY(`COPY (${select}) TO STDOUT (FORMAT binary)`);
  const rows = new CopyReader(numbers);
  for await (const chunk of client.query(copyTo(sql))) rows.push(chunk as Buffer);
  return rows.build();
}

/** Selection of the rows of an organization that are read, with their numbers. */
export interface RowSelection {
  readonly organizationId: string;
  /** SQL expressions of the numbers. */
  readonly numbers: readonly string[];
}

/** Copies the next rows behind an id, {@link SEGMENT_ROWS} if there are so many. */
export const copyRowsAfter = (
  client: pg.Client,
  { organizationId, numbers }: RowSelection,
  after: string | null,
): Promise<Segment> => copyRows(client, numbers, { where: nextRows(organizationId, after) });

/** Copies like {@link copyRowsAfter}, numbers without terms. */
export const copyNumbersAfter = (
  client: pg.Client,
  { organizationId, numbers }: RowSelection,
  after: string | null,
): Promise<Segment> =>
  copyRows(client, numbers, { terms: 'NULL::bigint[]', where: nextRows(organizationId, after) });

function nextRows(organizationId: string, after: string | null): string {
  const behind = after === null ? '' : ` AND row.id > ${uuid(after)}`;
  return `row.organization_id = ${uuid(organizationId)}${behind} ORDER BY row.id LIMIT ${SEGMENT_ROWS}`;
}

/** Copies the rows of some ids, as far as there are any. */
export function copyRowsById(
  client: pg.Client,
  { organizationId, numbers }: RowSelection,
  ids: RowIds,
): Promise<Segment> {
  const list = Array.from({ length: ids.size }, (_, at) => uuid(idText(ids, at)));
  const where = `row.organization_id = ${uuid(organizationId)} AND row.id = ANY (ARRAY[${list.join(', ')}]::uuid[])`;
  return copyRows(client, numbers, { where: `${where} ORDER BY row.id` });
}

const WITH_BELOW = defineStatement<{ id: string }>({
  name: 'search.changed_products',
  kind: 'read',
  row: { id: 'text' },
  sql: `WITH changed AS MATERIALIZED (SELECT unnest($2::uuid[]) AS id)
        SELECT found.id::text AS id FROM (
          SELECT id FROM changed
          UNION SELECT below.id FROM changed CROSS JOIN LATERAL (
            SELECT id FROM public.product WHERE organization_id = $1::uuid AND parent_id = changed.id OFFSET 0) AS below
          UNION SELECT below.id FROM changed CROSS JOIN LATERAL (
            SELECT id FROM public.product WHERE organization_id = $1::uuid AND root_id = changed.id OFFSET 0) AS below
        ) AS found ORDER BY found.id`,
});

/** Returns some objects and the products below them. */
export async function withDescendants(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<RowIds> {
  if (ids.length === 0) return new RowIds(new Uint32Array());
  const rows = await transaction.execute(WITH_BELOW, [organizationId, [...ids]]);
  const digits = rows.map(({ id }) => id.replaceAll('-', '')).join('');
  return RowIds.fromBytes(Buffer.from(digits, 'hex'));
}

const FOUND = defineStatementFamily({
  name: 'search.found_ids',
  kind: 'read',
  row: { id: 'text' },
  sql: (matching) => `SELECT row.id::text AS id FROM search.product AS row WHERE ${matching}`,
});

/** Error code of PostgreSQL when `statement_timeout` is over. */
const QUERY_CANCELED = '57014';

/**
 * Returns the ids of the rows that a condition in SQL holds for; null when there are more than `limit`, or it takes too
 * long.
 */
export async function findRowIds(
  transaction: Transaction,
  organizationId: string,
  { text, parameters }: { readonly text: string; readonly parameters: readonly unknown[] },
  limit: number,
): Promise<RowIds | null> {
  const matching = `row.organization_id = ${uuid(organizationId)} AND ${text} LIMIT ${limit + 1}`;
  const rows = await transaction.execute(FOUND(matching), parameters).catch((error: unknown) => {
    if (sqlStateOf(error) === QUERY_CANCELED) return null;
    throw error;
  });
  if (rows === null || rows.length > limit) return null;
  return RowIds.fromBytes(Buffer.from(rows.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex'));
}
