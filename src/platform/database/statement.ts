import type { Columns, ColumnsOf, RowOf, Statement } from '../../kernel/statement.ts';

interface Definition {
  readonly name: string;
  readonly kind: 'read' | 'write';
  readonly sql: string;
  /** See `Statement`. */
  readonly prepared?: boolean;
}

const defined: Statement<unknown>[] = [];

/**
 * Returns all statements of the modules that are loaded, for the test that prepares each on a migrated database.
 *
 * @internal
 */
export const definedStatements = (): readonly Statement<unknown>[] => defined;

/**
 * Defines a statement whose columns a test compares with the database. `row` has the columns of the result; the type of
 * its rows is inferred from it, or `row` is checked against a type given: `defineStatement<JobRow>`. Without `row`
 * nothing reads the result.
 */
export function defineStatement<const Row extends Columns>(
  definition: Definition & { readonly row: Row },
): Statement<RowOf<Row>>;
export function defineStatement<Row extends object>(
  definition: Definition & { readonly row: ColumnsOf<Row> },
): Statement<Row>;
export function defineStatement(definition: Definition): Statement<unknown>;
export function defineStatement(definition: Definition & { readonly row?: Columns }): Statement<unknown> {
  const statement = toStatement(definition);
  defined.push(statement);
  return statement;
}

/** Statements of which a part is generated. */
export type StatementFamily<Row> = (fragment: string) => Statement<Row>;

interface FamilyDefinition extends Omit<Definition, 'sql'> {
  /** See `Statement`. */
  readonly partial?: true;
  readonly sql: (fragment: string) => string;
}

/**
 * Defines statements that differ in a generated part only: a filter, a list of columns. Tests check the columns of each
 * that they execute.
 */
export function defineStatementFamily<const Row extends Columns>(
  definition: FamilyDefinition & { readonly row: Row },
): StatementFamily<RowOf<Row>>;
export function defineStatementFamily<Row extends object>(
  definition: FamilyDefinition & { readonly row: ColumnsOf<Row> },
): StatementFamily<Row>;
export function defineStatementFamily(definition: FamilyDefinition): StatementFamily<unknown>;
export function defineStatementFamily(
  definition: FamilyDefinition & { readonly row?: Columns },
): StatementFamily<unknown> {
  return (fragment) => toStatement({ ...definition, sql: definition.sql(fragment) });
}

function toStatement({
  name,
  kind,
  sql,
  prepared = false,
  partial = false,
  row,
}: Definition & { readonly row?: Columns; readonly partial?: boolean }): Statement<unknown> {
  // Its name stands in front, for the server's own log and statistics.
  return { name, kind, sql: `/* ${name} */ ${sql}`, prepared, partial, columns: row ?? null };
}
