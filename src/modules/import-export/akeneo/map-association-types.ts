import type { CsvTable } from './csv-file.ts';
import { type ImportNote, importNote } from './import-note.ts';
import type { MappedResource } from './mapped-resource.ts';
import { keyedRows, type Mapping } from './table-rows.ts';

/** Association types are not part of the catalogue yet: each row is reported and left out. */
export function mapAssociationTypes(table: CsvTable): Mapping<MappedResource> {
  const notes: ImportNote[] = [];
  const rows = keyedRows(table, 'code', notes);
  for (const { row, code } of rows) {
    const message = `The association type '${code}' is not imported: associations are not part of the catalogue yet.`;
    const place = { row: row.number, column: 'code', value: code };
    notes.push(importNote('warning', table.name, 'association-not-imported', message, place));
  }
  return { items: [], skippedRows: rows.length, notes };
}
