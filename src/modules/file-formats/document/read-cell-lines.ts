import { fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { OpenBytes } from '../csv/csv-records.ts';
import { type LinePosition, splitLines } from '../jsonl/read-lines.ts';
import type { SourceRow } from '../source-row.ts';
import { DOCUMENT_LIMITS } from './document-limits.ts';

/** Returns the rows of a document that was converted; each has a cell for every column. */
export async function* readCellLines(
  open: OpenBytes,
  { start, linesBefore = 0, brokenBefore = 0 }: LinePosition,
  columns: readonly string[],
): AsyncGenerator<SourceRow> {
  let number = linesBefore;
  let brokenRows = brokenBefore;
  const tooLong = localized('record-too-long', { max: DOCUMENT_LIMITS.rowBytes });
  for await (const { bytes, end } of splitLines(open, start)) {
    number += 1;
    const cells = bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as JsonValue[] | null);
    if (cells === null) brokenRows += 1;
    const problem = cells === null ? fieldProblem('invalid-format', [], tooLong) : null;
    const source = columns.map((_, position) => String(cells?.[position] ?? ''));
    yield { number, end, source, problem, brokenRows, isLast: false };
  }
}
