import { foldKey } from '../../../kernel/codes.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { CsvTable } from '../read/csv-file.ts';
import { integerOf, keyedRows, labelsOf, type Mapping, reportUnknownColumns } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const OPTION_COLUMNS: ColumnsByField = {
  code: 'code',
  optionSet: 'attribute',
  sortOrder: 'sort_order',
};

/** Returns options, each in the set of its attribute: the same code under two attributes is two options. */
export function mapOptions(table: CsvTable): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const items: MappedRow[] = [];
  const rows = keyedRows(table, 'code', notes, (row) => foldKey(row.get('attribute')));
  for (const { row, code } of rows) {
    const optionSet = row.get('attribute');
    if (optionSet === '') {
      const details = { row: row.number, column: 'attribute', value: code };
      notes.push(
        importNote(
          'error',
          table.name,
          'required',
          localized('akeneo-option-without-attribute', { option: code }),
          details,
        ),
      );
      continue;
    }
    const sortOrder = integerOf(row, 'sort_order', table.name, notes);
    items.push({
      row: row.number,
      patch: {
        optionSet,
        code,
        ...labelsOf(row, table.columns),
        ...(sortOrder !== undefined && { sortOrder }),
      },
    });
  }
  reportUnknownColumns(table, ['code', 'attribute', 'sort_order'], notes);
  return { items, skippedRows: 0, notes };
}
