import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { SourceRow } from '../source-row.ts';
import {
  type CsvDialect,
  isEmptyLine,
  isMalformed,
  type MalformedRecord,
  type OpenBytes,
  type RawRecord,
  readRecords,
} from './csv-records.ts';
import { decodeText } from './decode-text.ts';

/** Returns the rows of a table below its header, from some byte on. Empty lines are left out, and counted. */
export async function* readTable(
  open: OpenBytes,
  form: CsvDialect,
  columns: readonly string[],
): AsyncGenerator<SourceRow> {
  let brokenRows = form.brokenBefore ?? 0;
  for await (const records of readRecords(open, form)) {
    for (const record of records) {
      if (isMalformed(record)) {
        brokenRows += 1;
        yield brokenRow(record, form, columns, brokenRows);
      } else if (!isEmptyLine(record)) {
        yield readRow(record, columns, brokenRows);
      }
    }
  }
}

function brokenRow(
  { number, end, cell, message, hint, line, isLast }: MalformedRecord,
  form: CsvDialect,
  columns: readonly string[],
  brokenRows: number,
): SourceRow {
  const problem = rowProblem(
    columnAt(columns, cell),
    localized('two-sentences', { first: message, second: hint }),
  );
  const source = splitMalformedLine(line, form, columns.length).map((text) => decodeText(text) ?? text);
  return { number, end, source, problem, brokenRows, isLast };
}

function readRow(
  { number, end, cells }: RawRecord,
  columns: readonly string[],
  brokenRows: number,
): SourceRow {
  const cellProblems: FieldProblem[] = [];
  const source = cells.map((bytes, position) => {
    const text = decodeText(bytes);
    if (text === null)
      cellProblems.push(rowProblem(columnAt(columns, position), localized('cell-encoding-invalid')));
    return text ?? '';
  });
  // Spreadsheets leave out empty cells at the end of a row, or add some.
  const isRagged =
    cells.length < columns.length || cells.some((cell, at) => at >= columns.length && cell !== '');
  const message = localized('row-cell-count', { count: cells.length, columns: columns.length });
  const ragged = isRagged ? rowProblem(columnAt(columns, cells.length), message) : null;
  // A byte that cannot be read may be the reason for the rest.
  const problem = ragged === null ? null : (cellProblems[0] ?? ragged);
  return { number, end, source, problem, cellProblems, brokenRows, isLast: false };
}

/**
 * Returns the cells of a line whose quotes make no sense, for people to correct: split where they most likely end, or,
 * where that does not give as many as there are columns, the whole line in the first.
 */
function splitMalformedLine(
  line: string,
  { delimiter, enclosure }: CsvDialect,
  count: number,
): readonly string[] {
  const cells: string[] = [];
  for (let rest: string | null = line; rest !== null; ) {
    const [cell, behind]: MalformedCell = readMalformedCell(rest, delimiter, enclosure);
    cells.push(cell);
    rest = behind;
  }
  return cells.length === count ? cells : [line];
}

/** A cell and the rest of the line after its delimiter; null if it is the last. */
type MalformedCell = readonly [cell: string, behind: string | null];

function readMalformedCell(line: string, delimiter: string, quote: string): MalformedCell {
  const plain = (text: string) => text.replaceAll(quote + quote, quote);
  if (line.startsWith(quote)) {
    // A quote before a delimiter closes the cell, whatever quotes it contains.
    const close = line.indexOf(quote + delimiter, 1);
    if (close !== -1) return [plain(line.slice(1, close)), line.slice(close + 1 + delimiter.length)];
    if (line.length > 1 && line.endsWith(quote)) return [plain(line.slice(1, -1)), null];
  }
  const end = line.indexOf(delimiter);
  return end === -1 ? [line, null] : [line.slice(0, end), line.slice(end + delimiter.length)];
}

/** Returns the column of a cell; the last one for surplus cells. */
const columnAt = (columns: readonly string[], position: number) =>
  columns[Math.min(position, columns.length - 1)];

function rowProblem(column: string | undefined, message: Message): FieldProblem {
  return fieldProblem('invalid-format', column === undefined ? [] : ['columns', column], message);
}
