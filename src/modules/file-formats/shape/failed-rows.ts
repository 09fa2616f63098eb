import { fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { ABSENT_COLUMN } from '../columns/plan-columns.ts';
import type { SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';

/** Returns the cell of {@link ABSENT_COLUMN}; empty for a row with all cells. */
export function absentCell(cells: readonly (string | null)[], columns: readonly string[]): string {
  const namesOf = (areAbsent: boolean) =>
    columns.filter((name, at) => name !== '' && ((cells[at] ?? null) === null) === areAbsent);
  const absent = JSON.stringify(namesOf(true));
  const except = JSON.stringify({ except: namesOf(false) });
  return absent === '[]' ? '' : except.length < absent.length ? except : absent;
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
    const isAbsent = readAbsent(text);
    if (isAbsent === null) {
      const message = localized('row-absent-invalid', { column: ABSENT_COLUMN });
      yield { ...row, problem: fieldProblem('invalid-format', ['columns', ABSENT_COLUMN], message) };
    } else {
      yield {
        ...row,
        source: source.map((cell, at) => (cell === '' && isAbsent(columns[at] ?? '') ? null : cell)),
      };
    }
  }
}

/** Returns whether a row has no cell of a column, by {@link ABSENT_COLUMN}; null for a cell that does not say it. */
function readAbsent(text: string): ((column: string) => boolean) | null {
  try {
    const cell: unknown = JSON.parse(text);
    const others = typeof cell === 'object' && cell !== null && 'except' in cell ? cell.except : undefined;
    const list = others ?? cell;
    if (!Array.isArray(list)) return null;
    const names = new Set<unknown>(list);
    return (column) => names.has(column) === (others === undefined);
  } catch {
    return null;
  }
}
