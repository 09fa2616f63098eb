import type { FieldChange } from '../../../catalogue/model/config-page-types.ts';
import { isSame } from '../../../catalogue/model/draft.ts';
import { foldName } from '../../../catalogue/model/fields/fold-name.ts';
import { type PasteColumn, pasteColumns } from '../../../catalogue/model/paste/paste-columns.ts';
import type { CellBlock } from '../../../ui/sheet/clipboard.ts';
import { parseColor } from '../content/option-cell.ts';
import { localeOfColumn } from '../content/option-values.ts';
import { newRowChanges, type OptionDraft, type RowTexts, rowChanges } from '../sheet/edit-options.ts';
import type { OptionRow } from '../sheet/option-rows.ts';

/** A pasted row: the option that it creates or changes. */
export interface PastedRow {
  readonly code: string;
  readonly kind: 'new' | 'changed' | 'same';
  readonly texts: RowTexts;
  readonly changes: readonly FieldChange[];
}

/**
 * Returns the columns of a pasted table of options: colors are recognized by their form.
 *
 * @param from position of the column that a table without heads begins in
 */
export const optionPasteColumns = (block: CellBlock, columns: readonly PasteColumn[], from: number) =>
  pasteColumns(block, columns, from, { key: 'swatch', matches: (text) => parseColor(text) !== null });

/**
 * Matches the rows of a pasted table with options, by code, then label, then synonym, without regard to case, accents and
 * signs. Rows that match none create one.
 */
export function matchPaste(
  block: CellBlock,
  keys: readonly (string | null)[],
  rows: readonly OptionRow[],
  option: OptionDraft,
): readonly PastedRow[] {
  const byName = indexRows(rows);
  const codes = new Set(rows.map(({ code }) => code.toLowerCase()));
  return block.flatMap((cells): readonly PastedRow[] => {
    const texts = new Map(
      keys.flatMap((key, index) => (key === null ? [] : [[key, cells[index]?.trim() ?? ''] as const])),
    );
    const names = [
      texts.get('code'),
      ...[...texts].map(([key, text]) => (localeOfColumn(key) === null ? '' : text)),
    ];
    const row = names.map((name) => byName.get(foldName(name ?? ''))).find((match) => match !== undefined);
    if (row === undefined) {
      const created = newRowChanges(texts, codes);
      if (created === null) return [];
      codes.add(created.code.toLowerCase());
      return [{ ...created, kind: 'new', texts }];
    }
    // An empty cell of a pasted table leaves the value of an option as it is.
    const filledTexts = new Map([...texts].filter(([, text]) => text !== ''));
    const changes = rowChanges(option, row, filledTexts).filter(
      ({ name, base, value }) => !isSame(option.draft[name]?.value ?? base, value),
    );
    return [{ code: row.code, kind: changes.length === 0 ? 'same' : 'changed', texts, changes }];
  });
}

/** Returns options by their folded names; a code goes before a label, and that before a synonym. */
function indexRows(rows: readonly OptionRow[]): ReadonlyMap<string, OptionRow> {
  const index = new Map<string, OptionRow>();
  const add = (name: string, row: OptionRow) => {
    const key = foldName(name);
    if (key !== '' && !index.has(key)) index.set(key, row);
  };
  for (const row of rows) add(row.code, row);
  for (const row of rows) for (const label of Object.values(row.values.labels)) add(label, row);
  for (const row of rows) for (const synonym of row.values.synonyms) add(synonym, row);
  return index;
}
