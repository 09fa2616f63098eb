import { RE2JS } from 're2js';

/** Returns the cell of a row by the name of its column; empty without such a column. */
export type ColumnOf = (name: string) => string;

/** Condition on another cell of the row; letter case and blanks around the cell do not count. */
export interface ColumnCondition {
  readonly column: string;
  /** The texts that the cell may have. */
  readonly values?: readonly string[] | null;
  /** RE2 pattern of the cell, in place of `values`. */
  readonly pattern?: string | null;
}

/** Returns the check whether a row meets a condition. */
export function compileCondition({
  column,
  values,
  pattern,
}: ColumnCondition): (columnOf: ColumnOf) => boolean {
  if (pattern !== undefined && pattern !== null) {
    const expression = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return (columnOf) => expression.matcher(columnOf(column).trim()).find();
  }
  const folded = new Set((values ?? []).map(foldText));
  return (columnOf) => folded.has(foldText(columnOf(column)));
}

const foldText = (text: string) => text.trim().normalize('NFC').toLowerCase();
