/** Limits of documents of JSON and XML; larger ones are rejected, because they are held in memory a record at a time. */
export const DOCUMENT_LIMITS = {
  /** Characters of one record. */
  recordCharacters: 16 * 1024 * 1024,
  /** Nesting depth. */
  depth: 64,
  /** Different columns of all records. */
  columns: 5_000,
  /** Elements and attributes of one record. */
  nodes: 100_000,
} as const;
