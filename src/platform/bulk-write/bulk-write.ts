import type { WriteContext } from '../../kernel/operation.ts';
import type { Statement } from '../../kernel/statement.ts';
import { asSerializationFailure } from '../database/sql-state.ts';
import type { StatementFamily } from '../database/statement.ts';
import { type ColumnArrayRow, type ColumnTypes, columnArrays } from './column-arrays.ts';

/** A statement that takes many rows: its text behind `FROM`, the parameters before those of the rows, and the rows. */
export interface BulkStatement<Types extends ColumnTypes, Result = unknown> {
  readonly family: StatementFamily<Result>;
  /** Parameters `$1` …; those of the rows follow. */
  readonly parameters: readonly unknown[];
  readonly types: Types;
  readonly rows: readonly ColumnArrayRow<Types>[];
}

/** Returns the statement with all its parameters, for callers that need its result. */
export function bulkStatement<Types extends ColumnTypes, Result>({
  family,
  parameters,
  types,
  rows,
}: BulkStatement<Types, Result>): readonly [Statement<Result>, readonly unknown[]] {
  const columns = columnArrays(types, rows, parameters.length + 1);
  return [family(columns.source), [...parameters, ...columns.parameters]];
}

/**
 * Sends one statement that writes many rows, or none, and does not wait for its result. The contract of all functions
 * of this folder is docs/decisions/0050-bulk-write.md.
 */
export function bulkWrite<Types extends ColumnTypes>(
  context: WriteContext,
  write: BulkStatement<Types>,
): void {
  if (write.rows.length > 0) sendWrite(context, ...bulkStatement(write));
}

/**
 * Sends a statement that writes and does not wait for its result. The operation fails with its error when it fails; a
 * unique violation means that another transaction was first, and runs the operation again.
 */
export function sendWrite(
  context: WriteContext,
  statement: Statement<unknown>,
  parameters: readonly unknown[],
): void {
  context.trackStatement(asSerializationFailure(context.execute(statement, parameters)));
}
