import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type BrokenRecord, type RawRecord, readRecords } from '../file/csv-records.ts';
import { decodeText } from '../file/decode-text.ts';
import { type ImportNote, importNote } from './import-note.ts';

/** One data row whose cells could all be read; as many cells as the header has columns. */
export class CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly #index: ReadonlyMap<string, number>;

  constructor(number: number, cells: readonly string[], index: ReadonlyMap<string, number>) {
    this.number = number;
    this.cells = cells;
    this.#index = index;
  }

  /** The cell of a column, byte for byte; empty where the file has no such column. */
  get(column: string): string {
    const position = this.#index.get(column);
    return position === undefined ? '' : (this.cells[position] ?? '');
  }
}

/** A row that could not be read; the notes say why. */
export interface FaultyRow {
  readonly number: number;
  readonly notes: readonly ImportNote[];
}

/** An opened CSV file. `rows` can be walked once; it holds no more than a piece of the file in memory. */
export interface CsvFile {
  readonly name: string;
  /** The header; empty when it could not be read, which `notes` then says. */
  readonly columns: readonly string[];
  readonly notes: readonly ImportNote[];
  rows(): AsyncGenerator<CsvRow | FaultyRow>;
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
 * stray quote or bytes that are no UTF-8 becomes a {@link FaultyRow}; the rows around it are read as ever.
 */
export async function openCsvFile(path: string, name: string): Promise<CsvFile> {
  const mark = await firstBytes(path, UTF8_MARK.length);
  const records = readRecords((start) => createReadStream(path, { start }) as AsyncIterable<Buffer>, {
    delimiter: ';',
    enclosure: '"',
    start: mark.equals(UTF8_MARK) ? UTF8_MARK.length : 0,
  });
  const first = await records.next();
  const header = readHeader(first.done ? undefined : first.value, name, mark);
  const index = new Map(header.columns.map((column, position) => [column, position] as const));
  return {
    name,
    ...header,
    async *rows() {
      if (header.columns.length === 0) return void (await records.return(undefined));
      for await (const record of records) {
        if (!isBroken(record) && isEmptyLine(record)) continue;
        yield readRow(record, name, header.columns, index);
      }
    },
  };
}

/** Reads a whole file; for those that hold configuration. */
export async function readCsvTable(path: string, name: string): Promise<CsvTable> {
  const file = await openCsvFile(path, name);
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

/** The number of data rows of a well-formed file, counted at the speed of the disk; for progress only. */
export async function countCsvRows(path: string): Promise<number> {
  let rows = 0;
  let quoted = false;
  let inRow = false;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === QUOTE) quoted = !quoted;
      const ends = byte === LINE_FEED && !quoted;
      if (ends && inRow) rows += 1;
      inRow = ends ? false : inRow || byte !== CARRIAGE_RETURN;
    }
  }
  return Math.max(0, rows + (inRow ? 1 : 0) - 1);
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

interface Header {
  readonly columns: readonly string[];
  readonly notes: readonly ImportNote[];
}

function readHeader(record: RawRecord | BrokenRecord | undefined, name: string, start: Buffer): Header {
  const unreadable = (message: string, hint: string) => ({
    columns: [],
    notes: [importNote('error', name, 'header-unreadable', message, { row: 1, hint })],
  });
  if (isUtf16(start)) {
    return unreadable('The file is written in UTF-16.', 'Save it as "CSV UTF-8" and import it again.');
  }
  if (record === undefined) {
    return unreadable('The file is empty.', 'Its first row holds the column names.');
  }
  if (isBroken(record)) return unreadable(`The header cannot be read: ${record.message}`, record.hint);
  const columns = record.cells.map(decodeText);
  if (!columns.every((column) => column !== null)) {
    return unreadable('The header has bytes that are no UTF-8.', 'Save the file as "CSV UTF-8".');
  }
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) {
    return unreadable(`The header names the column '${twice}' twice.`, 'Remove one of the two columns.');
  }
  return { columns, notes: [] };
}

function readRow(
  record: RawRecord | BrokenRecord,
  name: string,
  columns: readonly string[],
  index: ReadonlyMap<string, number>,
): CsvRow | FaultyRow {
  const row = record.number;
  if (isBroken(record)) {
    const { message, hint } = record;
    const column = columns[record.cell] ?? null;
    return {
      number: row,
      notes: [importNote('error', name, 'row-unreadable', message, { row, column, hint })],
    };
  }
  if (record.cells.length !== columns.length) {
    const message = `The row has ${record.cells.length} cells, the header has ${columns.length}.`;
    const hint = 'Put cells that hold ; or line breaks in quotes.';
    return { number: row, notes: [importNote('error', name, 'ragged-row', message, { row, hint })] };
  }
  const cells: string[] = [];
  const notes: ImportNote[] = [];
  for (const [position, bytes] of record.cells.entries()) {
    const cell = decodeText(bytes);
    cells.push(cell ?? '');
    if (cell !== null) continue;
    const column = columns[position] ?? null;
    const message = 'The cell has bytes that are no UTF-8 text.';
    notes.push(
      importNote('error', name, 'undecodable-text', message, {
        row,
        column,
        hint: 'Save the file as "CSV UTF-8".',
        value: bytes,
      }),
    );
  }
  return notes.length > 0 ? { number: row, notes } : new CsvRow(row, cells, index);
}

function isBroken(record: RawRecord | BrokenRecord): record is BrokenRecord {
  return 'message' in record;
}

function isEmptyLine({ cells }: RawRecord): boolean {
  return cells.length === 1 && cells[0] === '';
}

function isUtf16(start: Buffer): boolean {
  const [first, second] = start;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
