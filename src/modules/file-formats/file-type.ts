export const FILE_TYPES = ['csv', 'xlsx', 'jsonl'] as const;

export type FileType = (typeof FILE_TYPES)[number];

/** Media type of each type of file. */
export const FILE_MIME_TYPES: Readonly<Record<FileType, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson',
};
