import { foldKey } from '../../../kernel/codes.ts';
import type { CsvTable } from '../read/csv-file.ts';
import { type KeyedRow, keyedRows, labelsOf, type Mapping, noteUnknownColumns } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import type { ColumnsOfFields, MappedResource } from './mapped-resource.ts';

export const GROUP_COLUMNS: ColumnsOfFields = { code: 'code', parent: 'type' };

/** The category below which groups of products are kept. */
export const GROUPS_ROOT = 'groups';

export interface GroupMappings {
  readonly types: Mapping<MappedResource>;
  readonly groups: Mapping<MappedResource>;
}

/**
 * Groups become categories below their type, and types categories below the root `groups`. Categories and groups
 * share one name space here: a group with the code of a category is reported, never merged with it.
 */
export function mapGroups(typeTable: CsvTable, groupTable: CsvTable, categories: CsvTable): GroupMappings {
  const taken = new Map<string, string>([[GROUPS_ROOT, `the root '${GROUPS_ROOT}' itself`]]);
  for (const row of categories.rows) {
    const code = row.get('code');
    if (!taken.has(foldKey(code)))
      taken.set(foldKey(code), `a category in row ${row.number} of ${categories.name}`);
  }
  const types = mapTable(typeTable, taken, () => GROUPS_ROOT);
  const typeCodes = new Map(types.items.map(({ patch }) => [foldKey(patch.code), patch.code] as const));
  const groups = mapTable(
    groupTable,
    taken,
    ({ row }) => typeCodes.get(foldKey(row.get('type'))) ?? GROUPS_ROOT,
  );
  return { types, groups };
}

function mapTable(
  table: CsvTable,
  taken: Map<string, string>,
  parentOf: (keyed: KeyedRow) => string,
): Mapping<MappedResource> {
  const notes: ImportNote[] = [];
  const items: MappedResource[] = [];
  for (const keyed of keyedRows(table, 'code', notes)) {
    const { row, code } = keyed;
    const holder = taken.get(foldKey(code));
    if (holder !== undefined) {
      const message = `'${code}' is also the code of ${holder}; groups become categories, so one of them needs another code.`;
      notes.push(
        importNote('error', table.name, 'duplicate-code', message, {
          row: row.number,
          column: 'code',
          value: code,
        }),
      );
      continue;
    }
    taken.set(foldKey(code), `'${code}' in row ${row.number} of ${table.name}`);
    items.push({
      row: row.number,
      patch: { code, parent: parentOf(keyed), ...labelsOf(row, table.columns), sortOrder: items.length },
    });
  }
  noteUnknownColumns(table, ['code', 'type'], notes);
  return { items, skippedRows: 0, notes };
}
