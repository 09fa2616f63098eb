import { foldKey } from '../../../kernel/codes.ts';
import type { CsvTable } from '../read/csv-file.ts';
import { keyedRows, listOf, type Mapping, reportUnknownColumns } from '../read/table-rows.ts';
import type { ImportNote } from '../report/import-note.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const LOCALE_COLUMNS: ColumnsByField = { code: 'code' };

/** Returns locales; those that a channel uses are enabled. The others keep the state they have: the file has none. */
export function mapLocales(table: CsvTable, channels: CsvTable): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const used = new Set(channels.rows.flatMap((row) => listOf(row.get('locales')).map(foldKey)));
  const items = keyedRows(table, 'code', notes).map(({ row, code }) => ({
    row: row.number,
    patch: used.has(foldKey(code)) ? { code, enabled: true } : { code },
  }));
  reportUnknownColumns(table, ['code'], notes);
  return { items, skippedRows: 0, notes };
}
