import type { Session } from '../../../kernel/session.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import type { DownloadClient } from '../../../platform/outbound/downloads.ts';
import type { OutboundPolicy } from '../../../platform/outbound/validate-url.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import {
  convertDocument,
  countRows,
  createRowShape,
  type FileOptions,
  type FileType,
  inspectSource,
  isDocumentType,
  namesInProfile,
  openStored,
  openTable,
  readCellLines,
  readDocumentColumns,
  readHeader,
  readImportStructure,
  readLines,
  readTable,
  type SheetContents,
  type SourceRow,
  storedBytes,
  withDefaults,
} from '../../file-formats/index.ts';
import type { ClaimedJob, JobAttempt, JobStepResult } from '../../job/index.ts';
import { createMediaReferences } from '../media/media-references.ts';
import { lineMediaColumns, resolveRowMedia, tableMediaColumns } from '../media/resolve-media.ts';
import { createRowPlanner, type RowPlanner } from '../rows/plan-rows.ts';
import { ROW_WRITERS } from '../rows/row-writers.ts';
import { fetchSource, recordUnchanged } from '../source/fetch-source.ts';
import { analyzeAfterImport } from './analyze-after-import.ts';
import { beginImport } from './begin-import.ts';
import {
  type ImportCheckpoint,
  type ImportInput,
  type ImportSettings,
  readImportCheckpoint,
  readImportInput,
  ZERO_COUNTS,
} from './import-input.ts';
import { importRows, type RowChunk } from './import-rows.ts';
import { readChunk } from './read-chunk.ts';

/** Dependencies of imports. */
export interface ImportDependencies {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  /** Fetches media that rows name by URL; without it such rows fail. */
  readonly downloads?: DownloadClient | undefined;
  /** Policy for the addresses of files; by default the public internet alone. */
  readonly outboundPolicy?: OutboundPolicy;
  /** Size of the largest image of an archive in bytes. */
  readonly maximumMediaBytes?: number | undefined;
}

/** Number of rows that changes how searches are planned. */
const MANY_ROWS = 2_000;

/** An open file and the plan of its columns. */
interface OpenFile {
  readonly planner: RowPlanner;
  /** The first byte of the first row, and the records before it. */
  readonly start: number;
  readonly recordsBefore: number;
  /** Columns of the rows, where the profile gives them another shape. */
  readonly columns?: readonly string[] | undefined;
  rowsFrom(checkpoint: ImportCheckpoint): AsyncGenerator<SourceRow>;
  /** Counts the rows that the profile makes of those of the file, without fetching what they name; undefined if it makes none. */
  readonly countReshaped?: ((from: ImportCheckpoint) => Promise<number>) | undefined;
  /** Counts the rows and finds merged cells. */
  inspect(): Promise<SheetContents>;
}

/**
 * Returns the steps of one attempt to import a file. The first inspects the file; then each takes about a thousand
 * rows, while the next ones are read already; at last come the rows that had to wait for others. An attempt continues
 * after the last committed step of any earlier one.
 */
export function openImport(
  dependencies: ImportDependencies,
  session: Session,
  job: ClaimedJob,
): { next(): Promise<JobStepResult>; close(): Promise<void> } {
  const { runner } = dependencies;
  const input = readImportInput(job.input);
  const attempt = { jobId: job.jobId, attempt: job.attempt };
  let checkpoint = readImportCheckpoint(job.checkpoint);
  let file: OpenFile | undefined;
  let rows: AsyncGenerator<SourceRow> | undefined;
  let ahead: Promise<RowChunk> | undefined;

  const closeRows = async () => {
    await ahead?.catch(() => undefined);
    ahead = undefined;
    await rows?.return(undefined);
    rows = undefined;
  };
  const nextChunk = (opened: OpenFile, at: ImportCheckpoint): Promise<RowChunk> => {
    rows ??= opened.rowsFrom(at);
    const chunk = readChunk(rows, opened.planner, at);
    // Awaited in the next step; until then a rejection must not count as unhandled.
    chunk.catch(() => undefined);
    return chunk;
  };
  return {
    async next() {
      if (checkpoint === null) {
        const openedImport = await begin(dependencies, session, input, attempt);
        if (openedImport === null) return (await runner.write(session, recordUnchanged, attempt)).output;
        file = openedImport.file;
        checkpoint = openedImport.checkpoint;
        const { planner } = file;
        const { total, mergedRanges } = openedImport;
        const begin_ = { attempt, checkpoint, total, mergedRanges, planner };
        return (await runner.write(session, beginImport, begin_)).output;
      }
      file ??= await openFile(dependencies, session, input, checkpoint);
      const { planner } = file;
      const at =
        checkpoint.byte < 0 ? { ...checkpoint, byte: file.start, row: file.recordsBefore } : checkpoint;
      const chunk = at.phase === 'rows' ? await (ahead ?? nextChunk(file, at)) : null;
      ahead = undefined;
      const meanwhile = () => {
        if (file === undefined || chunk === null || chunk.isEnd || chunk.isBrokenOff) return;
        const { byte, row, brokenRows, resume } = chunk;
        ahead ??= nextChunk(file, { ...at, byte, row, brokenRows, resume });
      };
      const { output } = await runner.write(session, importRows, { attempt, planner, chunk, meanwhile });
      // The next step starts from the beginning again, or the rows are at their end.
      if (output.checkpoint.byte < 0 || output.checkpoint.phase !== 'rows') await closeRows();
      checkpoint = output.checkpoint;
      const isMany = input.settings.resource === 'products' && checkpoint.row >= MANY_ROWS;
      // Optional: PostgreSQL's autovacuum analyzes the tables later anyway.
      if (output.isDone && isMany)
        await runner.write(session, analyzeAfterImport, { rows: checkpoint.row }).catch(() => undefined);
      return output;
    },
    close: closeRows,
  };
}

interface BegunImport {
  readonly file: OpenFile;
  readonly checkpoint: ImportCheckpoint;
  readonly total: number;
  readonly mergedRanges: readonly string[];
}

/** Returns the rows of a text, which has no merged cells. */
const countLines = async (...parameters: Parameters<typeof countRows>): Promise<SheetContents> => ({
  rows: await countRows(...parameters),
  mergedRanges: [],
});

/** Inspects a file for the first time; null if the address still returns the file of the last import. @throws ValidationFailed `import-file-invalid` */
async function begin(
  dependencies: ImportDependencies,
  session: Session,
  input: ImportInput,
  attempt: JobAttempt,
): Promise<BegunImport | null> {
  const { runner, storage, outboundPolicy: policy = { allowPrivateAddresses: false } } = dependencies;
  const { settings } = input;
  const fetched =
    input.file === null ? await fetchSource({ runner, storage, policy, session, attempt }, input) : null;
  const file = input.file ?? fetched?.file;
  if (file === undefined) return null;
  const options = withDefaults(settings.options);
  const source =
    settings.format === 'xlsx'
      ? { key: file.key, start: 0, delimiter: '' }
      : await inspectFile(storage, file.key, settings.format, settings, options);
  const checkpoint: ImportCheckpoint = {
    pass: settings.errorPolicy === 'reject_all' ? 'check' : 'write',
    phase: 'rows',
    ...source,
    ...(fetched === null ? {} : { fetched: fetched.fetched, file: fetched.file }),
    byte: -1,
    row: 0,
    brokenRows: 0,
    waiting: 0,
    linking: 0,
    cursor: 0,
    moved: 0,
    accepted: 0,
    checked: ZERO_COUNTS,
  };
  const opened = await openFile(dependencies, session, input, checkpoint);
  const at = { ...checkpoint, byte: opened.start, row: opened.recordsBefore, columns: opened.columns };
  const total = await opened.countReshaped?.(at);
  // Only workbooks have merged cells.
  if (total !== undefined && settings.format !== 'xlsx')
    return { file: opened, checkpoint: at, total, mergedRanges: [] };
  const { rows, mergedRanges } = await opened.inspect();
  return { file: opened, checkpoint: at, total: total ?? rows, mergedRanges };
}

/** Finds out how a text is written; of a document, the rows that it was converted to. */
async function inspectFile(
  storage: ObjectStorage,
  key: string,
  format: Exclude<FileType, 'xlsx'>,
  { mapping }: ImportSettings,
  options: FileOptions,
): Promise<Pick<ImportCheckpoint, 'key' | 'start' | 'delimiter' | 'columnsKey'>> {
  const source = await inspectSource(storage, key, options, format);
  if (!isDocumentType(format)) return source;
  const document = await convertDocument(storage, source, openStored(storage, source.key), {
    format,
    options,
    named: namesInProfile(mapping, options),
  });
  return { key: document.key, start: 0, delimiter: ';', columnsKey: document.columnsKey };
}

async function countAll(rows: AsyncGenerator<SourceRow>): Promise<number> {
  let count = 0;
  for await (const _row of rows) count += 1;
  return count;
}

async function openFile(
  { runner, storage, downloads }: ImportDependencies,
  session: Session,
  { settings, fileKey, addsMedia = false }: ImportInput,
  source: Pick<ImportCheckpoint, 'key' | 'start' | 'delimiter' | 'columnsKey'>,
): Promise<OpenFile> {
  const structure = await runner.read(session, readImportStructure, null);
  const options = withDefaults(settings.options);
  const open = openStored(storage, source.key);
  const writer = ROW_WRITERS[settings.resource];
  const isDry = fileKey === null;
  const references = createMediaReferences({
    runner,
    storage,
    session,
    addsMedia,
    isDry,
    downloads: downloads ?? null,
  });
  if (settings.format === 'jsonl') {
    return {
      planner: createRowPlanner(settings, null, structure, writer),
      start: source.start,
      recordsBefore: 0,
      rowsFrom: ({ byte, row, brokenRows }) =>
        resolveRowMedia(
          readLines(open, { start: byte, linesBefore: row, brokenBefore: brokenRows }),
          lineMediaColumns(structure),
          references,
        ),
      inspect: () => countLines(open, source.start, { enclosure: null, delimiter: null }),
    };
  }
  if (settings.format === 'xlsx') {
    const table = await openTable(await storedBytes(storage, source.key), options);
    return {
      ...shapedFile({ ...table, rows: (at, hintOf) => table.rowsFrom(at, hintOf) }),
      start: 0,
      inspect: table.inspect,
    };
  }
  if (source.columnsKey !== undefined) {
    const columns = await readDocumentColumns(storage, source.columnsKey);
    const read = ({ byte, row, brokenRows }: ImportCheckpoint) =>
      readCellLines(open, { start: byte, linesBefore: row, brokenBefore: brokenRows }, columns);
    return {
      ...shapedFile({ columns, headerRow: 0, sheet: null, rows: read }),
      start: 0,
      inspect: () => countLines(open, 0, { enclosure: null, delimiter: null }),
    };
  }
  const header = await readHeader(open, source, options);
  const { delimiter } = source;
  const { enclosure } = options;
  const rows = ({ byte, row, brokenRows }: ImportCheckpoint) => {
    const form = { delimiter, enclosure, start: byte, recordsBefore: row, brokenBefore: brokenRows };
    return readTable(open, form, header.columns);
  };
  return {
    ...shapedFile({ columns: header.columns, headerRow: header.row, sheet: null, rows }),
    start: header.end,
    inspect: () => countLines(open, header.end, { enclosure, delimiter }),
  };

  /** Plans the rows of a table in the shape that the profile gives them. */
  function shapedFile({ columns, headerRow, sheet, rows: read }: Table): Omit<OpenFile, 'start' | 'inspect'> {
    const shape = createRowShape(columns, settings, options, structure);
    const stated = { ...settings, mapping: shape.mapping, options: { ...settings.options, headerRow } };
    const plannedRows = createRowPlanner(stated, shape.columns, structure, writer, sheet);
    const planner = { ...plannedRows, columnProblems: [...plannedRows.columnProblems, ...shape.warnings] };
    const media = tableMediaColumns(stated, shape.columns, options, structure);
    const reshapedRows = (at: ImportCheckpoint) => shape.reshape(read(at, planner.hintOf), at);
    return {
      planner,
      recordsBefore: headerRow,
      // To list failed rows, a workbook need not be opened again.
      columns: shape.isPlain && sheet === null ? undefined : shape.columns,
      rowsFrom: (at) => resolveRowMedia(reshapedRows(at), media, references),
      countReshaped: shape.isPlain ? undefined : (at) => countAll(reshapedRows(at)),
    };
  }
}

/** A table as its format reads it. */
interface Table {
  readonly columns: readonly string[];
  /** Number of the row with the names of the columns. */
  readonly headerRow: number;
  /** Name of the sheet of a workbook. */
  readonly sheet: string | null;
  rows(at: ImportCheckpoint, hintOf: RowPlanner['hintOf']): AsyncGenerator<SourceRow>;
}
