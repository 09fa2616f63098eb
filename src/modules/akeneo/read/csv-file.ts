import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { normalTexts } from '../../../kernel/text/normal-text.ts';
import {
  decodeText,
  isEmptyLine,
  isMalformed,
  type MalformedRecord,
  type OpenBytes,
  type RawRecord,
  readRecords,
} from '../../file-formats/index.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';

/** One data row whose cells could all be read; as many cells as the header has columns. */
export class CsvRow {
  /** Number of the row as a spreadsheet counts: the header is row 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** The byte after it. */
  readonly end: number;
  readonly #index: ReadonlyMap<string, number>;

  constructor(number: number, cells: readonly string[], index: ReadonlyMap<string, number>, end = 0) {
    this.number = number;
    this.cells = normalTexts(cells);
    this.end = end;
    this.#index = index;
  }

  /** Returns the cell of a column; empty where the file has no such column. */
  get(column: string): string {
    const position = this.#index.get(column);
    return position === undefined ? '' : (this.cells[position] ?? '');
  }
}

/** A row that could not be read; the notes say why. */
export interface InvalidRow {
  readonly number: number;
  readonly notes: readonly ImportNote[];
  /** The byte after it. */
  readonly end: number;
  /** Its quotes make no sense; of such rows a file may have so many before the rest is left. */
  readonly isBroken: boolean;
}

/** A position between two rows of a file. */
export interface FilePosition {
  readonly byte: number;
  /** Number of the row before it, and how many of those before it were broken. */
  readonly row: number;
  readonly brokenRows: number;
}

/** An opened CSV file. */
export interface CsvFile {
  readonly name: string;
  /** The header; empty when it could not be read, which `notes` then says. */
  readonly columns: readonly string[];
  readonly notes: readonly ImportNote[];
  /** Returns the rows from a position on, all by default; streamed. */
  rows(from?: FilePosition): AsyncGenerator<CsvRow | InvalidRow>;
}

/** A small file, read as a whole. */
export interface CsvTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Rows that could not be read. */
  readonly faultyRows: number;
  readonly notes: readonly ImportNote[];
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Opens a CSV file as Akeneo writes it: `;` between cells, `"` around and doubled inside them, UTF-8 with or without
 * byte order mark, column names in the first row, line ends of either kind. A row with too many or too few cells, a
 * stray quote or bytes that are not valid UTF-8 becomes a {@link InvalidRow}; the rows around it are read as ever.
 */
export async function openCsvFile(open: OpenBytes, name: string): Promise<CsvFile> {
  const mark = await firstBytes(open, UTF8_MARK.length);
  const form = { delimiter: ';', enclosure: '"' };
  const start = mark.equals(UTF8_MARK) ? UTF8_MARK.length : 0;
  const records = readRecords(open, { ...form, start });
  const { value: [first] = [] } = await records.next();
  await records.return(undefined);
  const header = readHeader(first, name, mark);
  const index = new Map(header.columns.map((column, position) => [column, position] as const));
  const begin: FilePosition = { byte: first?.end ?? start, row: first?.number ?? 0, brokenRows: 0 };
  return {
    name,
    ...header,
    async *rows({ byte, row, brokenRows } = begin) {
      if (header.columns.length === 0) return;
      const position = { start: byte, recordsBefore: row, brokenBefore: brokenRows };
      for await (const records of readRecords(open, { ...form, ...position })) {
        for (const record of records) {
          if (!isMalformed(record) && isEmptyLine(record)) continue;
          yield readRow(record, name, header.columns, index);
        }
      }
    },
  };
}

/** Returns the table of a file that does not exist: no columns and no rows. */
export const emptyTable = (name: string): CsvTable => ({
  name,
  columns: [],
  rows: [],
  faultyRows: 0,
  notes: [],
});

/** Reads a whole file; for those that hold configuration. */
export async function readCsvTable(open: OpenBytes, name: string): Promise<CsvTable> {
  const file = await openCsvFile(open, name);
  const rows: CsvRow[] = [];
  const notes: ImportNote[] = [...file.notes];
  let faultyRows = 0;
  for await (const row of file.rows()) {
    if (row instanceof CsvRow) {
      rows.push(row);
    } else {
      faultyRows += 1;
      notes.push(...row.notes);
    }
  }
  return { name, columns: file.columns, rows, faultyRows, notes };
}

async function firstBytes(open: OpenBytes, count: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of open(0)) {
    parts.push(Uint8Array.from(chunk.subarray(0, count)));
    length += chunk.length;
    if (length >= count) break;
  }
  return Buffer.concat(parts).subarray(0, count);
}

interface Header {
  readonly columns: readonly string[];
  readonly notes: readonly ImportNote[];
}

function readHeader(record: RawRecord | MalformedRecord | undefined, name: string, start: Buffer): Header {
  const unreadable = (message: Message, hint: Message) => ({
    columns: [],
    notes: [importNote('error', name, 'header-unreadable', message, { row: 1, hint })],
  });
  if (isUtf16(start)) {
    return unreadable(localized('akeneo-utf16'), localized('akeneo-utf16-hint'));
  }
  if (record === undefined) {
    return unreadable(localized('file-empty'), localized('akeneo-header-required'));
  }
  if (isMalformed(record))
    return unreadable(localized('akeneo-header-unreadable', { message: record.message }), record.hint);
  const columns = record.cells.map(decodeText);
  if (!columns.every((column) => column !== null)) {
    return unreadable(localized('akeneo-header-not-utf8'), localized('akeneo-utf8-hint'));
  }
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) {
    return unreadable(
      localized('akeneo-column-twice', { column: twice }),
      localized('akeneo-column-twice-hint'),
    );
  }
  return { columns, notes: [] };
}

function readRow(
  record: RawRecord | MalformedRecord,
  name: string,
  columns: readonly string[],
  index: ReadonlyMap<string, number>,
): CsvRow | InvalidRow {
  const row = record.number;
  if (isMalformed(record)) {
    const { message, hint } = record;
    const column = columns[record.cell] ?? null;
    const notes = [importNote('error', name, 'row-unreadable', message, { row, column, hint })];
    return { number: row, notes, end: record.end, isBroken: true };
  }
  if (record.cells.length !== columns.length) {
    const message = localized('akeneo-ragged-row', { count: record.cells.length, columns: columns.length });
    const hint = localized('akeneo-ragged-hint');
    const notes = [importNote('error', name, 'ragged-row', message, { row, hint })];
    return { number: row, notes, end: record.end, isBroken: false };
  }
  const cells: string[] = [];
  const notes: ImportNote[] = [];
  for (const [position, bytes] of record.cells.entries()) {
    const cell = decodeText(bytes);
    cells.push(cell ?? '');
    if (cell !== null) continue;
    const column = columns[position] ?? null;
    const message = localized('akeneo-cell-not-utf8');
    notes.push(
      importNote('error', name, 'undecodable-text', message, {
        row,
        column,
        hint: localized('akeneo-utf8-hint'),
        value: bytes,
      }),
    );
  }
  const { end } = record;
  return notes.length > 0 ? { number: row, notes, end, isBroken: false } : new CsvRow(row, cells, index, end);
}

function isUtf16(start: Buffer): boolean {
  const [first, second] = start;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
