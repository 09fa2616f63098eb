import { foldKey } from '../../../kernel/codes.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { CsvTable } from '../read/csv-file.ts';
import { type KeyedRow, keyedRows, labelsOf, type Mapping, noteUnknownColumns } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import type { ColumnsOfFields, MappedResource } from './mapped-resource.ts';

export const CATEGORY_COLUMNS: ColumnsOfFields = { code: 'code', parent: 'parent' };

/**
 * Returns categories, parents before children however the file has them; siblings are sorted as their rows are. A
 * parent that is not in the file may be in the catalogue already. Rows that go round in a circle are reported.
 */
export function mapCategories(table: CsvTable): Mapping<MappedResource> {
  const notes: ImportNote[] = [];
  const rows = keyedRows(table, 'code', notes);
  const positions = positionsAmongSiblings(rows);
  const inFile = new Set(rows.map(({ code }) => foldKey(code)));
  const children = new Map<string, KeyedRow[]>();
  const tops: KeyedRow[] = [];
  for (const keyed of rows) {
    const parent = foldKey(keyed.row.get('parent'));
    const siblings = inFile.has(parent) ? (children.get(parent) ?? []) : tops;
    siblings.push(keyed);
    if (siblings !== tops) children.set(parent, siblings);
  }
  const sorted = new Set<KeyedRow>();
  for (
    let level = tops;
    level.length > 0;
    level = level.flatMap(({ code }) => children.get(foldKey(code)) ?? [])
  ) {
    for (const keyed of level) sorted.add(keyed);
  }
  for (const { row, code } of rows.filter((keyed) => !sorted.has(keyed))) {
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
  noteUnknownColumns(table, ['code', 'parent'], notes);
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
