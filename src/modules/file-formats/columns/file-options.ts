import type { FileType } from '../file-type.ts';
import type { ColumnCondition } from './column-condition.ts';

/** Settings for writing a file; everything has a default. */
export interface FileOptions {
  /** One character; null: found out by looking, and `;` when writing. */
  readonly delimiter: string | null;
  /** The quote around cells, one character; empty in files whose cells are never quoted. */
  readonly enclosure: string;
  /** Encoding of a text; null: detected, as is a byte order mark in any case. */
  readonly encoding: FileEncoding | null;
  /**
   * Name of the sheet of a workbook, in either case; null: the first visible sheet when reading, and `Products` … when
   * writing.
   */
  readonly sheet: string | null;
  /**
   * Cells have types of their own, as in workbooks: a text can be no formula and needs no quote against that. Follows
   * from the format; it is no option of profiles.
   */
  readonly isTyped: boolean;
  /** Number of the line with the names of the columns, from 1; lines before it are left out. */
  readonly headerRow: number;
  /**
   * Names of columns that the header row has: the first sheet and row with all of them is read, whatever its position.
   * Empty: the stated sheet and row.
   */
  readonly headerContains: readonly string[];
  /** Path of the rows in a document: `data/products`; null: the elements of the document itself. */
  readonly rowPath: string | null;
  /** Names of columns whose empty cells have the text above them; a new text ends those of the names after it. */
  readonly fillDown: readonly string[];
  /** Column with the locale of the values of its row, by code or name; null: none. */
  readonly localeColumn: string | null;
  /** Column with the channel of the values of its row, by code or label; null: none. */
  readonly channelColumn: string | null;
  /** Column whose text is the same in the rows of a model and its variants; null: none. */
  readonly groupColumn: string | null;
  /** Columns whose cells belong to the variants of a group; a row with any of them is a variant. */
  readonly variantColumns: readonly string[];
  /** Condition under which the only variant of a group is a product without a model; null: never. */
  readonly singleWhen: ColumnCondition | null;
  readonly decimalSeparator: '.' | ',';
  /** `YYYY`, `MM` and `DD` with anything between them. */
  readonly dateFormat: string;
  readonly listSeparator: string;
  /** Begins an exported table with a byte order mark, for spreadsheets. */
  readonly withBom: boolean;
  /** Effect of an empty cell in an import: none, or the value is removed. */
  readonly empty: 'leave' | 'clear';
  /** A cell of exactly this text clears; not empty. */
  readonly clearMarker: string;
  /** Cells of variants whose attribute belongs to the parent by the layout: skipped, or written as values of the variant. */
  readonly inherited: 'skip' | 'override';
}

/** Names of encodings as `TextDecoder` has them. */
export const FILE_ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'macintosh'] as const),
  ...(['windows-1250', 'iso-8859-2', 'windows-1251', 'windows-1253', 'windows-1254'] as const),
  ...(['shift_jis', 'gb18030', 'big5', 'euc-kr'] as const),
] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

export const DEFAULT_FILE_OPTIONS: FileOptions = {
  delimiter: null,
  enclosure: '"',
  encoding: null,
  sheet: null,
  isTyped: false,
  headerRow: 1,
  headerContains: [],
  rowPath: null,
  fillDown: [],
  localeColumn: null,
  channelColumn: null,
  groupColumn: null,
  variantColumns: [],
  singleWhen: null,
  decimalSeparator: '.',
  dateFormat: 'YYYY-MM-DD',
  listSeparator: ',',
  withBom: false,
  empty: 'leave',
  clearMarker: '__CLEAR__',
  inherited: 'skip',
};

/** Returns the options of a file with every default. */
export const withDefaults = (options: Partial<FileOptions>): FileOptions => {
  const stated = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  return { ...DEFAULT_FILE_OPTIONS, ...Object.fromEntries(stated) };
};

/** Returns the options of a file of some format with every default. */
export const optionsOf = ({
  format,
  options,
}: {
  readonly format: FileType;
  readonly options: Partial<FileOptions>;
}): FileOptions => ({
  ...withDefaults(options),
  isTyped: format === 'xlsx',
});
