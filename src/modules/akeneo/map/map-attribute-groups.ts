import type { CsvTable } from '../read/csv-file.ts';
import { integerOf, keyedRows, labelsOf, type Mapping, reportUnknownColumns } from '../read/table-rows.ts';
import type { ImportNote } from '../report/import-note.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const ATTRIBUTE_GROUP_COLUMNS: ColumnsByField = { code: 'code', sortOrder: 'sort_order' };

/** Returns attribute groups with the sort order of the file, equal numbers included. */
export function mapAttributeGroups(table: CsvTable): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const items = keyedRows(table, 'code', notes).map(({ row, code }) => {
    const sortOrder = integerOf(row, 'sort_order', table.name, notes);
    return {
      row: row.number,
      patch: { code, ...labelsOf(row, table.columns), ...(sortOrder !== undefined && { sortOrder }) },
    };
  });
  // `attributes` repeats what each attribute says itself.
  reportUnknownColumns(table, ['code', 'sort_order', 'attributes'], notes);
  return { items, skippedRows: 0, notes };
}
