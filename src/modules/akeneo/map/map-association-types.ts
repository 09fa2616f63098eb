import type { CsvRow, CsvTable } from '../read/csv-file.ts';
import { booleanOf, keyedRows, labelsOf, type Mapping, reportUnknownColumns } from '../read/table-rows.ts';
import type { ImportNote } from '../report/import-note.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const ASSOCIATION_TYPE_COLUMNS: ColumnsByField = {
  code: 'code',
  twoWay: 'is_two_way',
  quantified: 'is_quantified',
};

/**
 * Maps association types with their labels, direction and quantity. A file without the columns of the latter says
 * nothing of them: a new type has plain links in one direction, one that is there keeps what it is.
 */
export function mapAssociationTypes(table: CsvTable): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const items = keyedRows(table, 'code', notes).map(({ row, code }) => ({
    row: row.number,
    patch: {
      code,
      ...labelsOf(row, table.columns),
      ...flagIn(row, 'is_two_way', 'twoWay', table.name, notes),
      ...flagIn(row, 'is_quantified', 'quantified', table.name, notes),
    },
  }));
  reportUnknownColumns(table, ['code', 'is_two_way', 'is_quantified'], notes);
  return { items, skippedRows: 0, notes };
}

/** Returns the flag of a column as a field of the patch; nothing where the cell is empty or unreadable. */
function flagIn(
  row: CsvRow,
  column: string,
  field: 'twoWay' | 'quantified',
  file: string,
  notes: ImportNote[],
): { twoWay?: boolean; quantified?: boolean } {
  const flag = booleanOf(row, column, file, notes);
  return flag === undefined ? {} : { [field]: flag };
}
