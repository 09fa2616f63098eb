/** Limits of a workbook; larger ones are rejected, because files of a few kilobytes can decompress to terabytes. */
export const WORKBOOK_LIMITS = {
  /** Parts of the archive. */
  entries: 5_000,
  /** Bytes of the ZIP directory. */
  directoryBytes: 8 * 1024 * 1024,
  /** Stated decompressed size of all parts. */
  totalBytes: 8 * 1024 * 1024 * 1024,
  /** Decompressed size of a sheet. */
  sheetBytes: 2 * 1024 * 1024 * 1024,
  /** Decompressed size of the shared strings. */
  stringsBytes: 512 * 1024 * 1024,
  /** Shared strings in memory, in UTF-8. */
  stringTableBytes: 48 * 1024 * 1024,
  /** Decompressed size of every other part that is read. */
  partBytes: 16 * 1024 * 1024,
  /** A part may decompress to this size whatever its compressed size … */
  freeBytes: 8 * 1024 * 1024,
  /** … and beyond that to this multiple of its compressed size. Identical rows have a ratio of about 40. */
  ratio: 200,
  /** Nesting depth of XML elements. */
  depth: 64,
  /** Characters between two XML tags: more than fit into a cell. */
  silentCharacters: 2 * 1024 * 1024,
  sheets: 1_000,
} as const;

/** Limits of a sheet (ECMA-376, and the sizes that spreadsheet programs open). */
export const SHEET_ROWS = 1_048_576;
export const SHEET_COLUMNS = 16_384;
export const CELL_CHARACTERS = 32_767;
