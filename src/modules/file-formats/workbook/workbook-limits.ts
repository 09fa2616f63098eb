/** What a workbook may take; more is refused, for files of a few kilobytes can unpack to terabytes. */
export const WORKBOOK_LIMITS = {
  /** Parts of the archive. */
  entries: 5_000,
  /** The list of parts, in bytes. */
  directoryBytes: 8 * 1024 * 1024,
  /** All parts together, unpacked, as the archive states them. */
  totalBytes: 8 * 1024 * 1024 * 1024,
  /** A sheet, unpacked. */
  sheetBytes: 2 * 1024 * 1024 * 1024,
  /** The part with the texts of all sheets, unpacked. */
  stringsBytes: 512 * 1024 * 1024,
  /** Texts of all sheets that are held in memory, in UTF-8. */
  stringTableBytes: 48 * 1024 * 1024,
  /** Every other part that is read, unpacked. */
  partBytes: 16 * 1024 * 1024,
  /** A part may unpack to so much whatever it takes packed … */
  freeBytes: 8 * 1024 * 1024,
  /** … and beyond that to so many times as much. Rows that are all alike come to about 40. */
  ratio: 200,
  /** Elements inside each other. */
  depth: 64,
  /** Characters between two marks of XML: longer than any text that fits into a cell. */
  silentCharacters: 2 * 1024 * 1024,
  sheets: 1_000,
} as const;

/** What a sheet can hold (ECMA-376, and what spreadsheet programs open). */
export const SHEET_ROWS = 1_048_576;
export const SHEET_COLUMNS = 16_384;
export const CELL_CHARACTERS = 32_767;
