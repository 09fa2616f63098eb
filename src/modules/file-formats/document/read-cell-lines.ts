import type { JsonValue } from '../../../kernel/json.ts';
import type { OpenBytes } from '../csv/csv-records.ts';
import { type LinePosition, splitLines } from '../jsonl/read-lines.ts';
import type { SourceRow } from '../source-row.ts';

/** Returns the rows of a document that was converted; each has a cell for every column. */
export async function* readCellLines(
  open: OpenBytes,
  { start, linesBefore = 0 }: LinePosition,
  columns: readonly string[],
): AsyncGenerator<SourceRow> {
  let number = linesBefore;
  for await (const { bytes, end } of splitLines(open, start)) {
    number += 1;
    const cells = JSON.parse((bytes ?? Buffer.from('[]')).toString('utf8')) as JsonValue[];
    const source = columns.map((_, position) => String(cells[position] ?? ''));
    yield { number, end, source, problem: null, brokenRows: 0, isLast: false };
  }
}
