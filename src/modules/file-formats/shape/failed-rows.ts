import { fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';

/** The column of a file of failed rows with the number of each in the file of the import. */
export const FAILED_ROW_COLUMN = '_row';
/**
 * The column of a file of failed rows with the names of the columns of which a row has no cell, as JSON. It is there where
 * an empty cell would clear a value.
 */
export const ABSENT_COLUMN = '_absent';

/** Returns the cell of {@link ABSENT_COLUMN}; empty for a row with all cells. */
export function absentCell(cells: readonly (string | null)[], columns: readonly string[]): string {
  const names = columns.filter((name, position) => name !== '' && (cells[position] ?? null) === null);
  return names.length === 0 ? '' : JSON.stringify(names);
}

/** Takes empty cells out of rows that had none there before they failed. */
export async function* restoreAbsent(
  rows: AsyncGenerator<SourceRow>,
  columns: readonly string[],
  position: number,
): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    const { source } = row;
    const text = isTableRow(source) ? (source[position] ?? '') : '';
    if (row.problem !== null || text === '' || !isTableRow(source)) {
      yield row;
      continue;
    }
    const names = namesIn(text);
    if (names === null) {
      const message = localized('row-absent-invalid', { column: ABSENT_COLUMN });
      yield { ...row, problem: fieldProblem('invalid-format', ['columns', ABSENT_COLUMN], message) };
    } else {
      yield {
        ...row,
        source: source.map((cell, at) => (cell === '' && names.has(columns[at] ?? '') ? null : cell)),
      };
    }
  }
}

function namesIn(text: string): ReadonlySet<string> | null {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? new Set(names.map(String)) : null;
  } catch {
    return null;
  }
}
