import { foldKey } from '../../../kernel/codes.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { CsvTable } from '../read/csv-file.ts';
import {
  type KeyedRow,
  keyedRows,
  labelsOf,
  type Mapping,
  reportUnknownColumns,
} from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const CATEGORY_COLUMNS: ColumnsByField = { code: 'code', parent: 'parent' };

/**
 * Returns categories, parents before children however the file has them; siblings are sorted as their rows are. A
 * parent that is not in the file may be in the catalogue already. Rows that go round in a circle are reported.
 */
export function mapCategories(table: CsvTable): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const rows = keyedRows(table, 'code', notes);
  const positions = positionsAmongSiblings(rows);
  const inFile = new Set(rows.map(({ code }) => foldKey(code)));
  const children = new Map<string, KeyedRow[]>();
  const tops: KeyedRow[] = [];
  for (const keyedRow of rows) {
    const parent = foldKey(keyedRow.row.get('parent'));
    const siblings = inFile.has(parent) ? (children.get(parent) ?? []) : tops;
    siblings.push(keyedRow);
    if (siblings !== tops) children.set(parent, siblings);
  }
  const sorted = new Set<KeyedRow>();
  for (
    let level = tops;
    level.length > 0;
    level = level.flatMap(({ code }) => children.get(foldKey(code)) ?? [])
  ) {
    for (const keyedRow of level) sorted.add(keyedRow);
  }
  for (const { row, code } of rows.filter((keyedRow) => !sorted.has(keyedRow))) {
    const message = localized('akeneo-category-cycle', { category: code });
    const details = { row: row.number, column: 'parent', value: row.get('parent') };
    notes.push(importNote('error', table.name, 'cycle', message, details));
  }
  const items = [...sorted].map(({ row, code }) => {
    const parent = row.get('parent');
    return {
      row: row.number,
      patch: {
        code,
        ...(parent !== '' && { parent }),
        ...labelsOf(row, table.columns),
        sortOrder: positions.get(foldKey(code)) ?? 0,
      },
    };
  });
  reportUnknownColumns(table, ['code', 'parent'], notes);
  return { items, skippedRows: 0, notes };
}

/** Returns 0, 1, 2 … among the rows with the same parent, by folded code. */
function positionsAmongSiblings(rows: readonly KeyedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const positions = new Map<string, number>();
  for (const { row, code } of rows) {
    const parent = foldKey(row.get('parent'));
    const position = counts.get(parent) ?? 0;
    positions.set(foldKey(code), position);
    counts.set(parent, position + 1);
  }
  return positions;
}
