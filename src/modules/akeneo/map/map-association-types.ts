import type { CsvTable } from '../read/csv-file.ts';
import { keyedRows, labelsOf, type Mapping, noteUnknownColumns } from '../read/table-rows.ts';
import type { ImportNote } from '../report/import-note.ts';
import type { ColumnsOfFields, MappedResource } from './mapped-resource.ts';

export const ASSOCIATION_TYPE_COLUMNS: ColumnsOfFields = { code: 'code' };

/**
 * Association types with their labels. Nothing is said of direction and quantity: a new type has plain links in one
 * direction, one that is there keeps what it is.
 */
export function mapAssociationTypes(table: CsvTable): Mapping<MappedResource> {
  const notes: ImportNote[] = [];
  const items = keyedRows(table, 'code', notes).map(({ row, code }) => ({
    row: row.number,
    patch: { code, ...labelsOf(row, table.columns) },
  }));
  noteUnknownColumns(table, ['code'], notes);
  return { items, skippedRows: 0, notes };
}
