// Risk: failed rows that are sent again clear values, or their file cannot be made.
import { expect, test } from 'vitest';
import { absentCell, restoreAbsent } from '../../../../src/modules/file-formats/shape/failed-rows.ts';
import type { RowCells, SourceRow } from '../../../../src/modules/file-formats/source-row.ts';
import { collectRows } from '../../../support/shaped-rows.ts';

/** Returns a row as its file of failed rows is read, with the cell that says which of its columns are absent. */
async function sendAgain(cells: RowCells, columns: readonly string[], absent = absentCell(cells, columns)) {
  async function* rows(): AsyncGenerator<SourceRow> {
    const source = [...columns.map((_, at) => cells[at] ?? ''), absent];
    yield { number: 2, end: 1, source, problem: null, brokenRows: 0, isLast: false };
  }
  const [row] = await collectRows(restoreAbsent(rows(), [...columns, '_absent'], columns.length));
  return { cells: row?.source, problem: row?.problem?.code, absent };
}

test.each([
  ['one cell', (at: number) => at === 7],
  ['all cells but one', (at: number) => at !== 7],
])(
  'a row of thousands of columns with %s fits into a workbook and says which columns it lacks',
  async (_, isThere) => {
    const columns = Array.from({ length: 2_000 }, (_none, at) => `Description of the product ${at} (de_DE)`);
    const cells = columns.map((_none, at) => (isThere(at) ? '' : null));
    const { cells: again, absent } = await sendAgain(cells, columns);
    expect(absent.length).toBeLessThan(32_767);
    expect(again).toEqual([...cells, absent]);
  },
);

test('a row with all cells needs no list, and one whose list is broken fails', async () => {
  expect(await sendAgain(['', 'b'], ['a', 'b'])).toMatchObject({ absent: '', cells: ['', 'b', ''] });
  for (const absent of ['{', '"a"', '7', 'null', '{"except":"a"}', '{}'])
    expect(await sendAgain(['', 'b'], ['a', 'b'], absent)).toMatchObject({ problem: 'invalid-format' });
});
