import { foldKey } from '../../../kernel/codes.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
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
  const taken = new Map<string, Message>([
    [GROUPS_ROOT, localized('akeneo-holder-root', { code: GROUPS_ROOT })],
  ]);
  for (const row of categories.rows) {
    const code = row.get('code');
    if (!taken.has(foldKey(code)))
      taken.set(
        foldKey(code),
        localized('akeneo-holder-category', { row: row.number, file: categories.name }),
      );
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
  taken: Map<string, Message>,
  parentOf: (keyed: KeyedRow) => string,
): Mapping<MappedResource> {
  const notes: ImportNote[] = [];
  const items: MappedResource[] = [];
  for (const keyed of keyedRows(table, 'code', notes)) {
    const { row, code } = keyed;
    const holder = taken.get(foldKey(code));
    if (holder !== undefined) {
      const message = localized('akeneo-group-code-taken', { code, holder });
      notes.push(
        importNote('error', table.name, 'duplicate-code', message, {
          row: row.number,
          column: 'code',
          value: code,
        }),
      );
      continue;
    }
    taken.set(foldKey(code), localized('akeneo-holder-group', { code, row: row.number, file: table.name }));
    items.push({
      row: row.number,
      patch: { code, parent: parentOf(keyed), ...labelsOf(row, table.columns), sortOrder: items.length },
    });
  }
  noteUnknownColumns(table, ['code', 'type'], notes);
  return { items, skippedRows: 0, notes };
}
