import type { CsvTable } from '../read/csv-file.ts';
import { keyedRows, labelsOf, listOf, type Mapping, reportUnknownColumns } from '../read/table-rows.ts';
import type { ImportNote } from '../report/import-note.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const CHANNEL_COLUMNS: ColumnsByField = {
  code: 'code',
  locales: 'locales',
  currencies: 'currencies',
  categoryRoot: 'tree',
};

/** Returns channels. Their publish guard is no matter of the file: a new one has none, a known one keeps its own. */
export function mapChannels(table: CsvTable): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const items = keyedRows(table, 'code', notes).map(({ row, code }) => {
    const locales = listOf(row.get('locales'));
    const currencies = listOf(row.get('currencies'));
    const tree = row.get('tree');
    return {
      row: row.number,
      patch: {
        code,
        ...labelsOf(row, table.columns),
        ...(locales.length > 0 && { locales }),
        ...(currencies.length > 0 && { currencies }),
        ...(tree !== '' && { categoryRoot: tree }),
      },
    };
  });
  reportUnknownColumns(table, ['code', 'locales', 'currencies', 'tree'], notes);
  return { items, skippedRows: 0, notes };
}
