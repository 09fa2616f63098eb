import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { FileOptions } from '../columns/file-options.ts';
import { checkNames, HEADER_ROWS, hasColumns, invalidFileError } from '../csv/inspect-source.ts';
import type { SourceRow } from '../source-row.ts';
import type { ByteSource } from './byte-source.ts';
import { openWorkbook, type Workbook, type WorksheetMetadata } from './open-workbook.ts';
import type { CellHint } from './read-cell.ts';
import { cellName, problemOfCell, readWorksheet, sheetPrefix, type WorksheetRow } from './read-worksheet.ts';

/** Position at which reading a sheet continues. */
export interface WorksheetPosition {
  /** The row before. */
  readonly row: number;
  /** Bytes before the row when it takes so much; see `SourceRow.end`. */
  readonly byte: number;
  readonly brokenRows: number;
}

/** The contents of a sheet without its cells. */
export interface SheetContents {
  /** Rows below the header, empty ones too; for progress only. */
  readonly rows: number;
  /** Cells at or below the header that are merged, as people call them: `Products!A2:A5`. */
  readonly mergedRanges: readonly string[];
}

/** A sheet of a workbook as a table. */
export interface WorkbookTable {
  /** All sheets, hidden ones too. */
  readonly sheets: readonly WorksheetMetadata[];
  /** The chosen one. */
  readonly sheet: string;
  readonly columns: readonly string[];
  /** The row with the names of the columns. */
  readonly headerRow: number;
  /** Returns the rows below the header. */
  rowsFrom(start: WorksheetPosition, hintOf: (position: number) => CellHint): AsyncGenerator<SourceRow>;
  /** Unpacks the whole sheet, which shows whether it can be. */
  inspect(): Promise<SheetContents>;
}

/**
 * Opens the sheet of a workbook that the options name or whose header they describe, else the first that is shown.
 *
 * @throws ValidationFailed `import-file-invalid`
 */
export async function openTable(source: ByteSource, options: FileOptions): Promise<WorkbookTable> {
  const workbook = await openWorkbook(source);
  const shared = await workbook.readShared();
  const { is1904 } = workbook;
  const readFrom = (one: WorksheetMetadata, after: number, hintOf: (position: number) => CellHint) =>
    readWorksheet(workbook.open(one), { name: one.name, shared, is1904, hintOf, after });
  const header =
    options.headerContains.length === 0
      ? null
      : await findHeader(workbook.sheets, options, (one) => readFrom(one, 0, () => TEXT));
  const sheet = header?.sheet ?? chooseSheet(workbook.sheets, options.sheet);
  const headerRow = header?.row ?? options.headerRow;
  const read = (after: number, hintOf: (position: number) => CellHint) => readFrom(sheet, after, hintOf);
  const columns = await readHeader(
    read(headerRow - 1, () => TEXT),
    sheet.name,
    headerRow,
  );
  return {
    sheets: workbook.sheets,
    sheet: sheet.name,
    columns,
    headerRow,
    async *rowsFrom({ row, byte, brokenRows }, hintOf) {
      let end = byte;
      for await (const sheetRow of read(Math.max(row, headerRow), hintOf)) {
        end += sheetRow.cells.reduce((sum, { length }) => sum + length, columns.length);
        yield { ...toSourceRow(sheetRow, columns, sheet.name), end, brokenRows, isLast: false };
      }
    },
    inspect: () => inspectSheet(workbook, sheet, headerRow),
  };
}

const TEXT: CellHint = { kind: 'text', decimalSeparator: '.' };

/**
 * Returns the first sheet and row with all columns by which the header is searched: in the stated sheet, or in all, those
 * that are shown first.
 */
async function findHeader(
  sheets: readonly WorksheetMetadata[],
  { sheet, headerContains }: FileOptions,
  read: (sheet: WorksheetMetadata) => AsyncGenerator<WorksheetRow>,
): Promise<{ readonly sheet: WorksheetMetadata; readonly row: number }> {
  const shownFirst = [...sheets].sort((one, other) => Number(one.isHidden) - Number(other.isHidden));
  const searched = sheet === null ? shownFirst : [chooseSheet(sheets, sheet)];
  for (const one of searched) {
    for await (const { number, cells } of read(one)) {
      if (number > HEADER_ROWS) break;
      if (hasColumns(cells, headerContains)) return { sheet: one, row: number };
    }
  }
  throw invalidFileError(
    localized('sheet-not-found-by-columns', {
      list: headerContains,
      max: HEADER_ROWS,
      sheets: searched.slice(0, 20).map(({ name }) => name),
    }),
  );
}

function chooseSheet(sheets: readonly WorksheetMetadata[], requestedName: string | null): WorksheetMetadata {
  const firstVisible = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const selectedSheet =
    requestedName === null
      ? firstVisible
      : (sheets.find(({ name }) => name === requestedName) ??
        sheets.find(({ name }) => name.trim().toLowerCase() === requestedName.trim().toLowerCase()));
  if (selectedSheet !== undefined) return selectedSheet;
  const names = sheets.map(({ name }) => name);
  const listed = names.slice(0, 20).map((name) => `'${name}'`);
  const more = names.length > listed.length ? ' …' : '';
  throw invalidFileError(
    localized('offers', {
      message: withSuggestions(
        localized('sheet-not-found', { sheet: String(requestedName) }),
        suggest(requestedName ?? '', names),
      ),
      list: `${listed.join(', ')}${more}`,
    }),
  );
}

async function readHeader(
  rows: AsyncGenerator<WorksheetRow>,
  sheet: string,
  headerRow: number,
): Promise<readonly string[]> {
  for await (const { number, cells, faults } of rows) {
    if (number > headerRow) break;
    const [fault] = faults;
    if (fault !== undefined)
      throw invalidFileError(localized('header-unreadable', { message: fault.problem }));
    return checkNames(
      cells.map((cell) => cell.trim()),
      headerRow,
    );
  }
  throw invalidFileError(localized('sheet-header-empty', { row: headerRow, sheet }));
}

function toSourceRow(
  { number, cells, faults }: WorksheetRow,
  columns: readonly string[],
  sheet: string,
): Pick<SourceRow, 'number' | 'source' | 'problem' | 'cellProblems'> {
  const stray = cells.findIndex((cell, position) => cell !== '' && position >= columns.length);
  // Every row has a cell for every column, as in tables of text.
  const source = columns.map((_, position) => cells[position] ?? '');
  // A table without columns has no column that could be left out.
  const outside = faults.find(({ position }) => position >= columns.length);
  if (outside !== undefined) return { number, source, problem: problemOfCell(undefined, outside.problem) };
  const cellProblems = faults.flatMap(({ position, problem }) => {
    const column = columns[position] ?? '';
    return column === '' ? [] : [problemOfCell(column, problem)];
  });
  if (stray === -1) return { number, source, problem: null, cellProblems };
  const message = localized('cell-outside-table', { cell: cellName(sheet, stray, number) });
  return { number, source, problem: problemOfCell(undefined, message) };
}

const ROW_OR_MERGED =
  /<(?:[A-Za-z_][\w.-]{0,40}:)?(?:row[\s>/]|mergeCell\s+ref\s*=\s*["']([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}(\d{1,7}))["'])/g;
/** Longer than what is found, which two pieces may share. */
const KEPT = 128;
/** Maximum number of ranges that are named. */
const MOST_RANGES = 20;

async function inspectSheet(
  workbook: Workbook,
  sheet: WorksheetMetadata,
  headerRow: number,
): Promise<SheetContents> {
  let rows = 0;
  let rest = '';
  const mergedRanges: string[] = [];
  for await (const piece of workbook.open(sheet)) {
    const text = rest + piece.toString('latin1');
    let last = 0;
    for (const { index, 0: mark, 1: range, 2: lastRow } of text.matchAll(ROW_OR_MERGED)) {
      last = index + mark.length;
      if (range === undefined) rows += 1;
      else if (Number(lastRow) >= headerRow && mergedRanges.length < MOST_RANGES)
        mergedRanges.push(`${sheetPrefix(sheet.name)}${range}`);
    }
    rest = text.slice(Math.max(last, text.length - KEPT));
  }
  return { rows: Math.max(rows - 1, 0), mergedRanges };
}
