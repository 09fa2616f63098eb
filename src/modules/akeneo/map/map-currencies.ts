import { foldKey } from '../../../kernel/codes.ts';
import type { CsvTable } from '../read/csv-file.ts';
import { booleanOf, keyedRows, listOf, type Mapping, reportUnknownColumns } from '../read/table-rows.ts';
import type { ImportNote } from '../report/import-note.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const CURRENCY_COLUMNS: ColumnsByField = { code: 'code', enabled: 'activated' };

/** Returns currencies; a channel needs its own enabled, whatever `activated` is. */
export function mapCurrencies(table: CsvTable, channels: CsvTable): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const used = new Set(channels.rows.flatMap((row) => listOf(row.get('currencies')).map(foldKey)));
  const items = keyedRows(table, 'code', notes).map(({ row, code }) => {
    const enabled = used.has(foldKey(code)) || booleanOf(row, 'activated', table.name, notes);
    return { row: row.number, patch: enabled === undefined ? { code } : { code, enabled } };
  });
  reportUnknownColumns(table, ['code', 'activated'], notes);
  return { items, skippedRows: 0, notes };
}
