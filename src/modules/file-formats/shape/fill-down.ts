import { fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { RowCells, RowResume, SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';

/** The text above a cell; null where a row that could not be read may have had another one. */
type Above = string | null;

/**
 * Fills the empty cells of some columns with the text above them. A new text in one column ends those of the columns
 * that are listed after it, so that a new brand does not keep the series of the last one. After a row that cannot be
 * read, rows have a problem until they have texts of their own. Rows of a file of failed rows stay as they are, because
 * the rows above them may be missing.
 *
 * @param columns names of the columns of the file
 * @param positions of the columns that are filled, in the order of the profile
 * @param failedPosition position of the column with the numbers of failed rows; -1 without one
 * @param carried texts of an earlier attempt that stopped before these rows
 */
export async function* fillDown(
  rows: AsyncGenerator<SourceRow>,
  columns: readonly string[],
  { positions, failedPosition }: { readonly positions: readonly number[]; readonly failedPosition: number },
  carried: RowResume['carried'],
): AsyncGenerator<SourceRow> {
  let above: readonly Above[] = carried ?? positions.map(() => '');
  for await (const row of rows) {
    const { source } = row;
    if (row.problem !== null || !isTableRow(source)) {
      above = positions.map(() => null);
      yield { ...row, resume: { row: row.number, carried: above } };
      continue;
    }
    if ((source[failedPosition] ?? '') !== '') {
      yield { ...row, resume: { row: row.number, carried: above } };
      continue;
    }
    const { cellProblems = [] } = row;
    const isBroken = (position: number) => cellProblems.some(({ path }) => path.at(-1) === columns[position]);
    above = textsAfter(source, positions, above, isBroken);
    const cells = [...source];
    let unknown = -1;
    for (const [at, position] of positions.entries()) {
      if ((source[position] ?? '') !== '' || isBroken(position)) continue;
      const text = above[at] ?? null;
      if (text === null) unknown = unknown === -1 ? position : unknown;
      // An empty cell stays one where there is nothing above it.
      else if (text !== '') cells[position] = text;
    }
    const resume = { row: row.number, carried: above };
    yield unknown === -1
      ? { ...row, source: cells, resume }
      : { ...row, resume, problem: textUnknown(columns[unknown] ?? '') };
  }
}

/** Returns the texts that empty cells of the next row take over. */
function textsAfter(
  source: RowCells,
  positions: readonly number[],
  above: readonly Above[],
  isBroken: (position: number) => boolean,
): readonly Above[] {
  let isNew = false;
  let mayBeNew = false;
  let isChanged = false;
  const texts = positions.map((position, at): Above => {
    const before = above[at] ?? null;
    const text = source[position] ?? '';
    if (isBroken(position)) {
      mayBeNew = true;
      isChanged = true;
      return null;
    }
    if (text !== '') {
      if (before === null) mayBeNew = true;
      else if (text !== before) isNew = true;
      isChanged ||= text !== before;
      return text;
    }
    const carriedText = isNew ? '' : mayBeNew && before !== '' ? null : before;
    isChanged ||= carriedText !== before;
    return carriedText;
  });
  return isChanged ? texts : above;
}

/** Returns the problem of an empty cell whose text would be that of a row that cannot be read. */
export const textUnknown = (column: string) =>
  fieldProblem('required', ['columns', column], localized('row-text-above-unknown', { column }));
