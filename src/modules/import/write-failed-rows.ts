import { Conflict, NotFound } from '../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import { defineRead, type ReadContext, type ReadOperation } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import {
  ABSENT_COLUMN,
  absentCell,
  CELL_CHARACTERS,
  createWorkbookWriter,
  csvLine,
  ERRORS_COLUMN,
  FILE_MIME_TYPES,
  type FileOptions,
  isDocumentType,
  isObjectRow,
  isTableRow,
  NOTE_COLUMNS,
  neutralizeFormula,
  openStored,
  openTable,
  optionsOf,
  ROW_COLUMN,
  type RowCells,
  readDocumentColumns,
  readHeader,
  storedBytes,
  withDefaults,
} from '../file-formats/index.ts';
import { type FailedRow, isOpen, readFailedRows, readFileJob } from '../job/index.ts';
import { rowInFile } from './rows/plan-rows.ts';
import {
  type ImportCheckpoint,
  type ImportInput,
  isFileImport,
  readImportCheckpoint,
  readImportInput,
} from './run/import-input.ts';

const PAGE_ROWS = 500;

/** Returns the path of the file of failed rows of a job. */
export const failedRowsPath = (id: string) => `/api/v1/import-export/jobs/${id}/error-file`;

/** An import that is over, as far as its failed rows need it. */
export interface FailedImport {
  readonly jobId: string;
  readonly input: ImportInput;
  readonly checkpoint: ImportCheckpoint;
}

/** Returns an import as far as the file of its failed rows needs it. */
export const getFailedImport = defineRead({
  name: 'getFailedRows',
  scope: 'import-export:read',
  errors: ['not-found', 'conflict'],
  async handler(context: ReadContext, { id }: { readonly id: string }): Promise<FailedImport> {
    const jobId = decodeIdOf('Job', id);
    const job =
      jobId === null ? null : await readFileJob(context, context.session.organizationId, jobId, 'import');
    // For folders, each error names the file of its row.
    if (jobId === null || job === null || !isFileImport(job.input)) throw NotFound.of('import', id);
    const checkpoint = readImportCheckpoint(job.checkpoint);
    if (isOpen(job) || checkpoint === null) {
      const state = job.status.replaceAll('_', ' ');
      throw new Conflict('invalid-transition', localized('import-without-failed-rows', { state }));
    }
    return { jobId, input: readImportInput(job.input), checkpoint };
  },
});

const readFailedRowsPage = defineRead({
  name: 'readFailedRows',
  scope: 'import-export:read',
  errors: [],
  handler: (context: ReadContext, position: { readonly jobId: string; readonly after: number }) =>
    readFailedRows(context, context.session.organizationId, { ...position, limit: PAGE_ROWS }),
});

/** A file on its way out. */
export interface FailedRowsFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** Runs a read operation for the caller. */
export type Reader = <Input, Output>(
  operation: ReadOperation<ReadContext, Input, Output>,
  input: Input,
) => Promise<Output>;

/** Returns other rows for those of a file, such as the corrected ones; `columns` are the names of the cells. */
export type RowsEdit = (
  rows: AsyncGenerator<FailedRow>,
  columns: readonly string[],
) => AsyncGenerator<FailedRow>;

/**
 * Returns the rows of an import that were not written, in the form of its file, with their numbers and errors beside
 * them (`_row`, `_errors`): once corrected, the same file can be imported. Streamed, a page of rows at a time.
 *
 * @throws NotFound, also once the file of the import is no longer stored; Conflict while it is not over
 */
export async function openFailedRows(
  { runner, storage }: { readonly runner: OperationRunner; readonly storage: ObjectStorage },
  session: Session,
  id: string,
): Promise<FailedRowsFile> {
  const read: Reader = (operation, input) => runner.read(session, operation, input);
  return writeFailedRows({ read, storage }, await read(getFailedImport, { id }));
}

/** Returns the file of {@link openFailedRows}, with the rows that `edit` returns. */
export async function writeFailedRows(
  { read, storage }: { readonly read: Reader; readonly storage: ObjectStorage },
  failed: FailedImport,
  edit: RowsEdit = (rows) => rows,
): Promise<FailedRowsFile> {
  const { jobId, input, checkpoint } = failed;
  const format = formatOfFailedRows(input);
  const table = await openFailedTable(storage, failed);
  if (table === null) throw NotFound.of('file of the import', encodeId('Job', jobId));
  const pages = async function* () {
    for (let after = 0; ; ) {
      const rows = await read(readFailedRowsPage, { jobId, after });
      yield* rows;
      if (rows.length < PAGE_ROWS) return;
      after = rows.at(-1)?.row ?? after;
    }
  };
  const rows = edit(pages(), table.columns);
  const chunks =
    format === 'xlsx'
      ? failedSheet(input, table, rows)
      : encoded(format === 'csv' ? tableLines(input, checkpoint, table, rows) : jsonLines(rows));
  return {
    filename: `${encodeId('Job', jobId)}-failed-rows.${format}`,
    mimeType: FILE_MIME_TYPES[format],
    chunks,
  };
}

/** Returns the format of the file of failed rows. Records of a document are rows of a table, by the paths of their fields. */
export const formatOfFailedRows = ({ settings: { format } }: ImportInput) =>
  isDocumentType(format) ? 'csv' : format;

/** The head of the file of failed rows. */
interface FailedTable {
  /** Names of the cells; empty for lines of JSON. */
  readonly columns: readonly string[];
  readonly headerRow: number;
  /** Name of the sheet of a workbook, otherwise null. */
  readonly sheet: string | null;
}

type StoredImport = Pick<FailedImport, 'input' | 'checkpoint'>;

/** Returns the names of the cells of failed rows; empty for lines of JSON, null once the file of the import is no longer stored. */
export async function readFailedColumns(
  storage: ObjectStorage,
  failed: StoredImport,
): Promise<readonly string[] | null> {
  const { key, columns } = failed.checkpoint;
  if (columns !== undefined) return (await storage.exists(key)) ? columns : null;
  return (await openFailedTable(storage, failed))?.columns ?? null;
}

/** Reads the head from the file of the import, which alone has it; null once that is no longer stored. */
async function openFailedTable(
  storage: ObjectStorage,
  { input: { settings }, checkpoint }: StoredImport,
): Promise<FailedTable | null> {
  const { key, start, delimiter, columns, columnsKey } = checkpoint;
  if (settings.format === 'jsonl') return { columns: [], headerRow: 0, sheet: null };
  if (!(await storage.exists(key))) return null;
  if (settings.format === 'xlsx') {
    const table = await openTable(await storedBytes(storage, key), optionsOf(settings));
    return { columns: columns ?? table.columns, headerRow: table.headerRow, sheet: table.sheet };
  }
  if (columnsKey !== undefined)
    return {
      columns: columns ?? (await readDocumentColumns(storage, columnsKey)),
      headerRow: 1,
      sheet: null,
    };
  const options = withDefaults(settings.options);
  const header = await readHeader(openStored(storage, key), { start, delimiter }, options);
  return { columns: columns ?? header.columns, headerRow: header.row, sheet: null };
}

async function* tableLines(
  { settings }: ImportInput,
  { delimiter }: ImportCheckpoint,
  { columns, headerRow }: FailedTable,
  rows: AsyncGenerator<FailedRow>,
): AsyncGenerator<string> {
  const options = withDefaults(settings.options);
  const { enclosure, encoding } = options;
  const own = ownColumns(columns);
  const notes = notesOf(options);
  // The byte order mark marks it as UTF-8 where the profile has another encoding.
  if (encoding !== null && encoding !== 'utf-8') yield '\ufeff';
  yield '\r\n'.repeat(headerRow - 1);
  yield csvLine([...own.map(({ name }) => name), ...notes], delimiter, enclosure);
  for await (const { row, source, errors } of rows) {
    const cells = isTableRow(source) ? source : [];
    const line = [
      ...own.map(({ position }) => cells[position] ?? ''),
      ...noteCells(notes, columns, cells, { row, errors: errors.join(' | ') }),
    ];
    yield csvLine(
      line.map((cell) => neutralizeFormula(cell, options)),
      delimiter,
      enclosure,
    );
  }
}

/** Returns the rows as a sheet of the same name. Cells are texts, which are read as what they were. */
async function* failedSheet(
  { settings }: ImportInput,
  { columns, headerRow, sheet }: FailedTable,
  rows: AsyncGenerator<FailedRow>,
): AsyncGenerator<Uint8Array> {
  const own = ownColumns(columns);
  const notes = notesOf(optionsOf(settings));
  const header = [...own.map((column) => column.name), ...notes];
  const writer = createWorkbookWriter({ name: sheet ?? '', header, kinds: [], headerRow });
  let { bytes, progress } = writer.begin();
  yield bytes;
  for await (const { row, source, errors } of rows) {
    const cells = isTableRow(source) ? source : [];
    const noted = noteCells(notes, columns, cells, { row, errors: errors.join(' | ') });
    const line = [
      ...own.map(({ position }) => cells[position] ?? ''),
      // A cut list of columns is none, so that its row fails again rather than clears values.
      ...noted.map((text) => text.slice(0, CELL_CHARACTERS).toWellFormed()),
    ];
    ({ bytes, progress } = writer.rows(progress, [line]));
    yield bytes;
  }
  yield writer.end(progress);
}

const ownColumns = (columns: readonly string[]) =>
  columns.map((name, position) => ({ name, position })).filter(({ name }) => !NOTE_COLUMNS.has(name));

/** Returns the columns that the file has beside those of the rows: where empty cells clear, rows say which they lack. */
const notesOf = ({ empty }: FileOptions): readonly string[] => [
  ROW_COLUMN,
  ERRORS_COLUMN,
  ...(empty === 'clear' ? [ABSENT_COLUMN] : []),
];

const noteCells = (
  notes: readonly string[],
  columns: readonly string[],
  cells: RowCells,
  { row, errors }: { readonly row: number; readonly errors: string },
): readonly string[] => [
  String(rowInFile(row)),
  errors,
  ...(notes.includes(ABSENT_COLUMN) ? [absentCell(cells, columns)] : []),
];

async function* jsonLines(rows: AsyncGenerator<FailedRow>): AsyncGenerator<string> {
  for await (const { row, source, errors } of rows) {
    const object = isObjectRow(source) ? source : { _source: source };
    yield `${JSON.stringify({ ...object, [ROW_COLUMN]: row, [ERRORS_COLUMN]: errors })}\n`;
  }
}

async function* encoded(lines: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  let buffer = '';
  for await (const line of lines) {
    buffer += line;
    if (buffer.length < 65_536) continue;
    yield Buffer.from(buffer);
    buffer = '';
  }
  if (buffer !== '') yield Buffer.from(buffer);
}
