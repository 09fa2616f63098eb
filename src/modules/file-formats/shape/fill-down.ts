import type { RowResume, SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';

/**
 * Fills the empty cells of some columns with the text above them. A new text in one column ends those of the columns
 * that are listed after it, so that a new brand does not keep the series of the last one.
 *
 * @param positions of the columns, in the order of the profile
 * @param carried texts of an earlier attempt that stopped before these rows
 */
export async function* fillDown(
  rows: AsyncGenerator<SourceRow>,
  positions: readonly number[],
  carried: RowResume['carried'],
): AsyncGenerator<SourceRow> {
  let above: readonly string[] = carried ?? positions.map(() => '');
  for await (const row of rows) {
    if (row.problem !== null || !isTableRow(row.source)) {
      yield { ...row, resume: { row: row.number, carried: above } };
      continue;
    }
    const { source } = row;
    const texts = above;
    const first = positions.findIndex(
      (position, at) => (source[position] ?? '') !== '' && source[position] !== texts[at],
    );
    if (first !== -1) {
      above = positions.map((position, at) => {
        const text = source[position] ?? '';
        return text !== '' ? text : at < first ? (texts[at] ?? '') : '';
      });
    }
    const cells = [...source];
    for (const [at, position] of positions.entries()) cells[position] = above[at] ?? '';
    yield { ...row, source: cells, resume: { row: row.number, carried: above } };
  }
}
