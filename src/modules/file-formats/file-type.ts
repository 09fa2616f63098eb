export const FILE_TYPES = ['csv', 'xlsx', 'jsonl', 'json', 'xml'] as const;

/** Documents, whose records are rows of columns by their paths; they are only imported. */
export const DOCUMENT_TYPES = ['json', 'xml'] as const;

export type FileType = (typeof FILE_TYPES)[number];
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Returns true if a type of file is a document. */
export const isDocumentType = (format: FileType): format is DocumentType =>
  format === 'json' || format === 'xml';

/** Media type of each type of file. */
export const FILE_MIME_TYPES: Readonly<Record<FileType, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson',
  json: 'application/json',
  xml: 'application/xml',
};
