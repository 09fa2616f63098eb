import { Readable } from 'node:stream';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import {
  type CellHint,
  collectDocument,
  convertDocument,
  type DocumentSettings,
  type FileOptions,
  type FileType,
  inspectSource,
  invalidFileError,
  isDocumentType,
  namesInProfile,
  type OpenBytes,
  openStored,
  openTable,
  optionsOf,
  readCellLines,
  readHeader,
  readLines,
  readTable,
  rejectOtherFormat,
  type SourceRow,
  storedBytes,
  tableStart,
  withLineFeeds,
} from '../../file-formats/index.ts';
import type { ImportSettings } from '../run/import-input.ts';

/** The source of a preview: the beginning of a file as text, or a file in the storage. */
export type PreviewSource =
  | { readonly text: string }
  | { readonly key: string; readonly storage: ObjectStorage };

/** A sheet of a workbook to choose from. */
export interface PreviewedWorksheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly isChosen: boolean;
}

/** A file whose first rows are previewed. */
export interface OpenPreview {
  /** Source that it was opened from; for a table in another encoding, its copy in UTF-8. */
  readonly source: PreviewSource;
  /** Null for lines of JSON. */
  readonly columns: readonly string[] | null;
  /** Sheets of a workbook. */
  readonly sheets: readonly PreviewedWorksheet[];
  /** Name of the chosen sheet; null where there are none. */
  readonly sheet: string | null;
  /** Number of the row with the names of the columns. */
  readonly headerRow: number;
  rows(hintOf: (position: number) => CellHint): AsyncGenerator<SourceRow>;
}

/** Opens the beginning of a file. @throws ValidationFailed `import-file-invalid` */
export async function openPreview(source: PreviewSource, settings: ImportSettings): Promise<OpenPreview> {
  const options = optionsOf(settings);
  if (settings.format === 'xlsx') {
    if ('text' in source) throw invalidFileError(localized('workbook-not-text'));
    const table = await openTable(await storedBytes(source.storage, source.key), options);
    const { columns, sheet, headerRow } = table;
    const start = { row: 0, byte: 0, brokenRows: 0 };
    return {
      source,
      columns,
      sheet,
      headerRow,
      sheets: table.sheets.map(({ name, isHidden }) => ({ name, isHidden, isChosen: name === sheet })),
      rows: (hintOf) => table.rowsFrom(start, hintOf),
    };
  }
  if (isDocumentType(settings.format)) return openDocument(source, settings, settings.format, options);
  const { source: inUtf8, open, start, delimiter } = await openText(source, settings, settings.format);
  const plain = { source: inUtf8, sheets: [], sheet: null, headerRow: 1 };
  if (settings.format === 'jsonl') return { ...plain, columns: null, rows: () => readLines(open, { start }) };
  const { columns, end, row } = await readHeader(open, { start, delimiter }, options);
  const { enclosure } = options;
  const form = { delimiter, enclosure, start: end, recordsBefore: row };
  return { ...plain, columns, headerRow: row, rows: () => readTable(open, form, columns) };
}

async function openDocument(
  source: PreviewSource,
  settings: ImportSettings,
  format: DocumentSettings['format'],
  options: FileOptions,
): Promise<OpenPreview> {
  const documentSettings = { format, options, named: namesInProfile(settings.mapping, options) };
  const plain = { source, sheets: [], sheet: null, headerRow: 0 };
  if ('text' in source) {
    const { columns, rows } = await collectDocument(checkedText(source.text, format), documentSettings);
    return { ...plain, columns, rows };
  }
  const { storage } = source;
  const inspected = await inspectSource(storage, source.key, options, format);
  const open = openStored(storage, inspected.key);
  const { key, columns } = await convertDocument(storage, inspected, open, documentSettings);
  return { ...plain, columns, rows: () => readCellLines(openStored(storage, key), { start: 0 }, columns) };
}

/** Rows below the stated header that may have the names of the columns. */
const LOWER_HEADERS = [2, 3, 4, 5, 6, 7, 8];

/**
 * Returns the row with the names of the columns, where the first rows are a title and what belongs to it: that with the
 * most names of the first rows. Null where the stated one has them.
 *
 * @param areRowsBroken whether the rows below the stated header do not fit to it
 */
export async function suggestHeaderRow(
  { source, columns }: OpenPreview,
  settings: ImportSettings,
  areRowsBroken: boolean,
): Promise<number | null> {
  const countFilled = (names: readonly string[]) => names.filter((name) => name !== '').length;
  const { headerRow: statedRow, headerContains } = optionsOf(settings);
  if (columns === null || statedRow > 1 || headerContains.length > 0) return null;
  const stated = countFilled(columns);
  const isSparse = stated < 2 || stated * 2 <= columns.length;
  if (!isSparse && !areRowsBroken) return null;
  let most = Math.max(1, stated * 2 - 1);
  let lowerHeader: number | null = null;
  for (const headerRow of LOWER_HEADERS) {
    const below = { ...settings, options: { ...settings.options, headerRow, encoding: 'utf-8' as const } };
    const opened = await openPreview(source, below).catch(() => null);
    const names = countFilled(opened?.columns ?? []);
    if (names <= most) continue;
    most = names;
    lowerHeader = headerRow;
  }
  return lowerHeader;
}

async function openText(
  source: PreviewSource,
  settings: ImportSettings,
  format: 'csv' | 'jsonl',
): Promise<{
  readonly source: PreviewSource;
  readonly open: OpenBytes;
  readonly start: number;
  readonly delimiter: string;
}> {
  const options = optionsOf(settings);
  if (!('text' in source)) {
    const { storage } = source;
    const { key, start, delimiter } = await inspectSource(storage, source.key, options, format);
    return { source: { key, storage }, open: openStored(storage, key), start, delimiter };
  }
  const sent = checkedText(source.text, format);
  const parts: Uint8Array[] = [];
  for await (const part of withLineFeeds(Readable.from([sent]))) parts.push(part);
  const bytes = Buffer.concat(parts);
  const open: OpenBytes = async function* (start) {
    yield bytes.subarray(start);
  };
  return { source, open, ...(await tableStart(bytes, options)) };
}

/** Returns a text without a byte order mark. @throws ValidationFailed `import-file-invalid` for one of another format */
function checkedText(text: string, format: FileType): Buffer {
  const sent = text.replace(/^\ufeff/, '');
  if (sent === '') throw invalidFileError(localized('file-empty'));
  rejectOtherFormat(sent, format);
  return Buffer.from(sent);
}
