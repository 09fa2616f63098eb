import { foldKey } from '../../../kernel/codes.ts';
import type { CsvTable } from '../read/csv-file.ts';
import { keyedRows, listOf, type Mapping, noteUnknownColumns } from '../read/table-rows.ts';
import type { ImportNote } from '../report/import-note.ts';
import type { ColumnsOfFields, MappedResource } from './mapped-resource.ts';

export const LOCALE_COLUMNS: ColumnsOfFields = { code: 'code' };

/** Returns locales; those that a channel uses are enabled. The others keep the state they have: the file has none. */
export function mapLocales(table: CsvTable, channels: CsvTable): Mapping<MappedResource> {
  const notes: ImportNote[] = [];
  const used = new Set(channels.rows.flatMap((row) => listOf(row.get('locales')).map(foldKey)));
  const items = keyedRows(table, 'code', notes).map(({ row, code }) => ({
    row: row.number,
    patch: used.has(foldKey(code)) ? { code, enabled: true } : { code },
  }));
  noteUnknownColumns(table, ['code'], notes);
  return { items, skippedRows: 0, notes };
}
