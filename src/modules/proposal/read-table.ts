import { ValidationFailed } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { type FileOptions, type FileType, isTableRow } from '../file-formats/index.ts';
import { type ImportFile, type ImportSettings, openPreview, suggestHeaderRow } from '../import/index.ts';
import { type ColumnSample, TableSample } from './column-sample.ts';

/** Columns of which a model is made. */
const MAX_COLUMNS = 1_000;

/** A file with the settings by which it is read. */
export interface TableFile {
  readonly file: ImportFile;
  readonly storage: ObjectStorage;
  readonly format: FileType;
  readonly options: Partial<FileOptions>;
}

/**
 * Reads the rows of a table, below the row that has the names of its columns.
 *
 * @throws ValidationFailed `import-file-invalid` for files that are no tables, or have too many columns
 */
export async function readTable({ file, storage, format, options }: TableFile): Promise<{
  readonly settings: ImportSettings;
  readonly columns: readonly ColumnSample[];
}> {
  const settingsFor = (fileOptions: Partial<FileOptions>): ImportSettings => ({
    resource: 'products',
    format,
    options: fileOptions,
    mapping: [],
    mode: 'upsert',
    errorPolicy: 'skip_rows',
    maxErrors: null,
  });
  const source = { storage, key: file.key };
  let settings = settingsFor(options);
  let opened = await openPreview(source, settings);
  const headerRow = await suggestHeaderRow(opened, settings, false);
  if (headerRow !== null) {
    settings = settingsFor({ ...options, headerRow });
    opened = await openPreview(source, settings);
  }
  const { columns } = opened;
  if (columns === null) throw new ValidationFailed('import-file-invalid', localized('proposal-needs-table'));
  if (columns.length > MAX_COLUMNS) {
    const message = localized('proposal-too-many-columns', { max: MAX_COLUMNS, count: columns.length });
    throw new ValidationFailed('import-file-invalid', message);
  }
  const sample = new TableSample(columns);
  for await (const { source: cells, problem } of opened.rows(() => ({
    kind: 'text',
    decimalSeparator: '.',
  }))) {
    await yieldToEventLoop();
    if (problem === null && isTableRow(cells)) sample.add(cells);
    if (sample.isFull) break;
  }
  return { settings, columns: sample.toColumns() };
}
