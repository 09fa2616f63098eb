import { createHash } from 'node:crypto';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { FileOptions } from '../columns/file-options.ts';
import type { OpenBytes } from '../csv/csv-records.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import type { RowCells, SourceRow } from '../source-row.ts';
import { DOCUMENT_LIMITS } from './document-limits.ts';
import { flattenRecord, selectorsIn } from './flatten-record.ts';
import { BROKEN_TEXT, readCells } from './read-cell-lines.ts';
import { type PathRecord, readJsonRecords, recordsAt } from './read-json-records.ts';
import { readXmlRecords } from './read-xml-records.ts';

/** Settings for reading a document as a table. */
export interface DocumentSettings {
  readonly format: 'json' | 'xml';
  readonly options: Pick<FileOptions, 'rowPath' | 'listSeparator'>;
  /** Columns that the mapping names; those that choose among entries of arrays are added to those of the records. */
  readonly named: readonly string[];
}

/** A document as a table in the storage. */
export interface ConvertedDocument {
  /** Key of its rows: a line of JSON with the cells of each; null for a row that is too long. */
  readonly key: string;
  /** Key of the names of its columns. */
  readonly columnsKey: string;
  readonly columns: readonly string[];
}

/**
 * Copies the records of a document into the storage as rows of cells, so that an import continues at any of them. The
 * copy is made once for the same settings. Only one record is in memory at a time. Cells with bytes that are no text
 * fail their rows.
 *
 * @throws ValidationFailed `import-file-invalid`
 */
export async function convertDocument(
  storage: ObjectStorage,
  { key, start }: { readonly key: string; readonly start: number },
  open: OpenBytes,
  settings: DocumentSettings,
): Promise<ConvertedDocument> {
  const { named } = settings;
  const selectors = selectorsIn(named);
  const { rowPath, listSeparator } = settings.options;
  const form = JSON.stringify([
    settings.format,
    rowPath,
    listSeparator,
    selectors.map(({ column }) => column),
    named.some(isAround),
  ]);
  const digest = createHash('sha256').update(form).digest('hex').slice(0, 16);
  const copy = `${key}-rows${digest}`;
  const columnsKey = `${key}-columns${digest}`;
  const present = await findColumns(storage, columnsKey);
  if (present !== null) return { key: copy, columnsKey, columns: present };
  const columns: string[] = [];
  const rows = cellsOf(recordsOf(open(start), settings), settings, columns);
  await storage.put(copy, linesOf(rows));
  if (columns.length === 0) throw invalidFileError(localized('document-without-fields'));
  await storage.put(columnsKey, once(JSON.stringify(columns)));
  return { key: copy, columnsKey, columns };
}

/** Rows of a text that are previewed or counted. */
const MAXIMUM_PREVIEW_ROWS = 5_001;

/**
 * Returns the records at the beginning of a document as rows; see {@link convertDocument}. The text may end anywhere.
 *
 * @throws ValidationFailed `import-file-invalid`
 */
export async function collectDocument(
  text: Buffer,
  settings: DocumentSettings,
): Promise<{ readonly columns: readonly string[]; rows(): AsyncGenerator<SourceRow> }> {
  const columns: string[] = [];
  const all: RowCells[] = [];
  for await (const cells of cellsOf(recordsOf(once(text), settings, true), settings, columns)) {
    all.push(cells);
    if (all.length === MAXIMUM_PREVIEW_ROWS) break;
  }
  if (columns.length === 0) throw invalidFileError(localized('document-without-fields'));
  async function* rows(): AsyncGenerator<SourceRow> {
    for (const [index, cells] of all.entries()) {
      const number = index + 1;
      yield { number, end: number, brokenRows: 0, isLast: false, ...readCells(cells, columns) };
    }
  }
  return { columns, rows };
}

/** Returns true for a field of an object around the record: a document whose rows lack some of these is rejected. */
const isAround = (column: string) => column.startsWith('parent/');

/** Returns the keys of a path such as `data/products` or `data.products`. */
const keysOfPath = (path: string | null) =>
  path === null ? [] : path.split(path.includes('/') ? '/' : '.').filter((part) => part !== '');

async function* recordsOf(
  chunks: AsyncIterable<Uint8Array>,
  { format, options }: DocumentSettings,
  isBeginning = false,
): AsyncGenerator<PathRecord> {
  const path = keysOfPath(options.rowPath);
  if (format === 'xml') {
    yield* readXmlRecords(chunks, path, isBeginning);
    return;
  }
  for await (const { value, depth } of readJsonRecords(chunks, path, isBeginning))
    yield* recordsAt(value, path.slice(depth));
}

/**
 * Returns the cells of records; a column that a record is the first to have is added to the columns. One that is never
 * filled and has the fields of an object below it elsewhere loses its name.
 *
 * @throws ValidationFailed `import-file-invalid` also where the mapping needs fields around a record that were left out
 */
async function* cellsOf(
  records: AsyncGenerator<PathRecord>,
  { named, options }: DocumentSettings,
  columns: string[],
): AsyncGenerator<RowCells> {
  const selectors = selectorsIn(named);
  const parentColumn = named.find(isAround);
  const positions = new Map<string, number>();
  const positionOf = (column: string) => {
    const present = positions.get(column);
    if (present !== undefined) return present;
    if (columns.length === DOCUMENT_LIMITS.columns)
      throw invalidFileError(localized('document-too-many-columns', { max: DOCUMENT_LIMITS.columns }));
    if (column.includes(BROKEN_TEXT)) throw invalidFileError(localized('document-not-utf8'));
    if (column.length > DOCUMENT_LIMITS.columnCharacters)
      throw invalidFileError(
        localized('document-column-too-long', {
          column: column.slice(0, DOCUMENT_LIMITS.shownCharacters),
          max: DOCUMENT_LIMITS.columnCharacters,
        }),
      );
    positions.set(column, columns.length);
    return columns.push(column) - 1;
  };
  const filledColumns = new Set<string>();
  for (const { column } of selectors) positionOf(column);
  try {
    for await (const record of records) {
      if (record.areParentsCut && parentColumn !== undefined)
        throw invalidFileError(
          localized('document-parents-too-large', {
            column: parentColumn,
            max: DOCUMENT_LIMITS.aroundCharacters,
          }),
        );
      const cells: (string | null)[] = [];
      for (const [column, text] of flattenRecord(record, selectors, options.listSeparator)) {
        const position = positionOf(column);
        while (cells.length <= position) cells.push(null);
        cells[position] = text;
        if (text !== '') filledColumns.add(column);
      }
      yield cells;
    }
  } finally {
    for (const [position, column] of columns.entries())
      if (!filledColumns.has(column) && columns.some((other) => other.startsWith(`${column}/`)))
        columns[position] = '';
  }
}

async function* linesOf(rows: AsyncGenerator<RowCells>): AsyncGenerator<Uint8Array> {
  let buffer = '';
  let bytes = 0;
  for await (const cells of rows) {
    const line = JSON.stringify(cells);
    const length = Buffer.byteLength(line);
    bytes += length;
    if (bytes > DOCUMENT_LIMITS.rowsBytes)
      throw invalidFileError(localized('document-rows-too-large', { max: DOCUMENT_LIMITS.rowsBytes }));
    buffer += length > DOCUMENT_LIMITS.rowBytes ? 'null\n' : `${line}\n`;
    if (buffer.length < 65_536) continue;
    yield Buffer.from(buffer);
    buffer = '';
  }
  if (buffer !== '') yield Buffer.from(buffer);
}

/** Returns the columns of a converted document. @throws ValidationFailed `import-file-invalid` when they are gone */
export async function readDocumentColumns(storage: ObjectStorage, key: string): Promise<readonly string[]> {
  const columns = await findColumns(storage, key);
  if (columns === null) throw invalidFileError(localized('job-file-gone'));
  return columns;
}

async function findColumns(storage: ObjectStorage, key: string): Promise<readonly string[] | null> {
  const stored = await storage.get(key);
  if (stored === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of stored.stream as AsyncIterable<Uint8Array>) parts.push(Uint8Array.from(part));
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as string[];
}

async function* once(text: string | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text as string);
}
