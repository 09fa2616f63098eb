/** Limits of documents of JSON and XML; larger ones are rejected, because they are held in memory a record at a time. */
export const DOCUMENT_LIMITS = {
  /** Characters of one record. */
  recordCharacters: 16 * 1024 * 1024,
  /** Characters of what is around a record, which each of its rows repeats; more of it is left out. */
  aroundCharacters: 64 * 1024,
  /** Nesting depth. */
  depth: 64,
  /** Different columns of all records. */
  columns: 5_000,
  /** Characters of the path that names a column. */
  columnCharacters: 500,
  /** Elements and attributes of one record of XML. */
  nodes: 100_000,
  /** Values of one record of JSON, with those of the records inside it. */
  values: 300_000,
  /** Bytes of one row, and of all rows of a document. */
  rowBytes: 16 * 1024 * 1024,
  rowsBytes: 4 * 1024 ** 3,
  /** Characters of a path in a message. */
  shownCharacters: 100,
} as const;
