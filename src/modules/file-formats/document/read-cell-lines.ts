import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { OpenBytes } from '../csv/csv-records.ts';
import { type LinePosition, splitLines } from '../jsonl/read-lines.ts';
import type { RowCells, SourceRow } from '../source-row.ts';
import { DOCUMENT_LIMITS } from './document-limits.ts';

/** Stands for bytes that are no text where a document was decoded; a document that has it itself lost text before. */
export const BROKEN_TEXT = '\ufffd';

/** Returns the rows of a document that was converted; null stands for a cell that its record does not have. */
export async function* readCellLines(
  open: OpenBytes,
  { start, linesBefore = 0, brokenBefore = 0 }: LinePosition,
  columns: readonly string[],
): AsyncGenerator<SourceRow> {
  let number = linesBefore;
  let brokenRows = brokenBefore;
  for await (const { bytes, end } of splitLines(open, start)) {
    number += 1;
    const cells = bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as RowCells | null);
    if (cells === null) brokenRows += 1;
    yield { number, end, brokenRows, isLast: false, ...readCells(cells, columns) };
  }
}

/** Returns the content of a row by its cells, null for one that is too long. Cells at its end may be missing. */
export function readCells(
  cells: RowCells | null,
  columns: readonly string[],
): Pick<SourceRow, 'source' | 'problem' | 'cellProblems'> {
  const cellProblems: FieldProblem[] = [];
  const source = columns.map((column, position) => {
    const cell = cells?.[position] ?? null;
    if (cell?.includes(BROKEN_TEXT) !== true) return cell;
    cellProblems.push(
      fieldProblem('invalid-format', ['columns', column], localized('document-cell-not-text')),
    );
    return '';
  });
  const tooLong = localized('record-too-long', { max: DOCUMENT_LIMITS.rowBytes });
  return {
    source,
    problem: cells === null ? fieldProblem('invalid-format', [], tooLong) : null,
    cellProblems,
  };
}
