// Risk: a statement answers other columns than its code reads, or fails once it is sent for the first time.
import { glob, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../../src/kernel/statement.ts';
// Loads every module that has statements.
import '../../../src/commands/check.ts';
import '../../../src/commands/work.ts';
import '../../../src/modules/search/segments/segment-service.ts';
import '../../../src/open-adapters.ts';
import { definedStatements } from '../../../src/platform/database/statement.ts';
import { createTestDatabase } from '../../support/postgres-server.ts';
import { differenceOf, isNullable } from '../../support/statement-columns.ts';

/** Columns that can be null in their table, and are not where the condition of the statement holds. */
const NOT_NULL_BY_CONDITION: ReadonlySet<string> = new Set([
  'attribute_set.count_products set',
  'attribute_set.layout_uses set',
  'attribute_set.layout_uses layout',
  'catalogue.count_product code',
  'option_merge.variant_keys key',
  'product.axis_keys key',
  'schedule.last_source source',
]);

/** Functions that change nothing that outlives a transaction, although they are volatile: they lock or tell the time. */
const HARMLESS_FUNCTIONS: ReadonlySet<string> = new Set([
  'auth.lock_members',
  'tenancy.oldest_transaction_ms',
  'tenancy.read_structure',
]);

let client: pg.Client;
let drop: () => Promise<void>;
let statements: readonly Statement<unknown>[];
beforeAll(async () => {
  statements = definedStatements();
  const database = await createTestDatabase();
  drop = database.drop;
  client = new pg.Client(database.connectionString);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
});

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  /** 0 for what is computed. */
  readonly tableID: number;
  readonly columnID: number;
}

/** Has PostgreSQL parse a statement and describe its result. */
function describe({ sql }: Statement<unknown>): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    let failure: Error | null = null;
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text: sql, types: [] }, false);
        connection.describe({ type: 'S', name: '' }, false);
        connection.sync();
      },
      handleRowDescription(message: { readonly fields: readonly Field[] }) {
        fields = message.fields;
      },
      handleError(error: Error) {
        failure = error;
      },
      handleReadyForQuery() {
        if (failure === null) resolve(fields);
        else reject(failure);
      },
    } as unknown as pg.Submittable);
  });
}

test('the statements of all modules are there', async () => {
  const names = new Set(statements.map(({ name }) => name));
  const missing: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    const source = await readFile(path, 'utf8');
    for (const [, name] of source.matchAll(/defineStatement(?:<[^(]*>)?\(\{\s*name: '([^']+)'/g))
      if (name !== undefined && !names.has(name)) missing.push(`${path} ${name}`);
  }
  expect(missing).toEqual([]);
});

test('each statement is one that the database understands, and its columns are those declared', async () => {
  const problems: string[] = [];
  for (const statement of statements) {
    const problem = await describe(statement).then(
      (fields) => (statement.columns === null ? null : differenceOf(fields, statement.columns)),
      ({ message }: Error) => message,
    );
    if (problem !== null) problems.push(`${statement.name}  ${problem}`);
  }
  expect(problems).toEqual([]);
});

test('a column that its table lets be null is declared so', async () => {
  const { rows } = await client.query<{ location: string }>(
    // Prisma has no lists that can be null, and makes their columns without NOT NULL all the same.
    `SELECT attrelid || '.' || attnum AS location FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attnotnull AND attndims = 0`,
  );
  const nullable = new Set(rows.map(({ location }) => location));
  const undeclared: string[] = [];
  for (const statement of statements) {
    if (statement.columns === null) continue;
    for (const { name, tableID, columnID } of await describe(statement))
      if (nullable.has(`${tableID}.${columnID}`) && !isNullable(statement.columns[name]))
        undeclared.push(`${statement.name} ${name}`);
  }
  expect(undeclared.filter((column) => !NOT_NULL_BY_CONDITION.has(column))).toEqual([]);
});

test('a statement that reads neither writes a table nor calls a function that does', async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname || '.' || proname AS name FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
     WHERE provolatile = 'v' AND prokind = 'f' AND nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const volatile = rows.map(({ name }) => name).filter((name) => !HARMLESS_FUNCTIONS.has(name));
  const writing = statements
    .filter(({ kind }) => kind === 'read')
    .filter(
      ({ sql }) =>
        /\b(?:INSERT INTO|DELETE FROM|MERGE INTO|UPDATE\s+\S+\s+(?:AS \w+\s+)?SET|nextval)\b/.test(sql) ||
        volatile.some((name) => sql.includes(`${name}(`)),
    );
  expect(writing.map(({ name }) => name)).toEqual([]);
});
