import { foldKey } from '../../../kernel/codes.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
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

export const GROUP_COLUMNS: ColumnsByField = { code: 'code', parent: 'type' };

/** The category below which groups of products are kept. */
export const GROUPS_ROOT = 'groups';

export interface GroupMappings {
  readonly types: Mapping<MappedRow>;
  readonly groups: Mapping<MappedRow>;
}

/**
 * Groups become categories below their type, and types categories below the root `groups`. Categories and groups
 * share one name space here: a group with the code of a category is reported, never merged with it.
 */
export function mapGroups(typeTable: CsvTable, groupTable: CsvTable, categories: CsvTable): GroupMappings {
  const ownersByCode = new Map<string, Message>([
    [GROUPS_ROOT, localized('akeneo-holder-root', { code: GROUPS_ROOT })],
  ]);
  for (const row of categories.rows) {
    const code = row.get('code');
    if (!ownersByCode.has(foldKey(code)))
      ownersByCode.set(
        foldKey(code),
        localized('akeneo-holder-category', { row: row.number, file: categories.name }),
      );
  }
  const types = mapTable(typeTable, ownersByCode, () => GROUPS_ROOT);
  const typeCodes = new Map(types.items.map(({ patch }) => [foldKey(patch.code), patch.code] as const));
  const groups = mapTable(
    groupTable,
    ownersByCode,
    ({ row }) => typeCodes.get(foldKey(row.get('type'))) ?? GROUPS_ROOT,
  );
  return { types, groups };
}

function mapTable(
  table: CsvTable,
  ownersByCode: Map<string, Message>,
  parentOf: (row: KeyedRow) => string,
): Mapping<MappedRow> {
  const notes: ImportNote[] = [];
  const items: MappedRow[] = [];
  for (const keyedRow of keyedRows(table, 'code', notes)) {
    const { row, code } = keyedRow;
    const holder = ownersByCode.get(foldKey(code));
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
    ownersByCode.set(
      foldKey(code),
      localized('akeneo-holder-group', { code, row: row.number, file: table.name }),
    );
    items.push({
      row: row.number,
      patch: { code, parent: parentOf(keyedRow), ...labelsOf(row, table.columns), sortOrder: items.length },
    });
  }
  reportUnknownColumns(table, ['code', 'type'], notes);
  return { items, skippedRows: 0, notes };
}
