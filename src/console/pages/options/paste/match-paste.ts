import type { FieldChange } from '../../../catalogue/model/config-page-types.ts';
import { isSame } from '../../../catalogue/model/draft.ts';
import { foldName } from '../../../catalogue/model/fields/fold-name.ts';
import type { CellBlock } from '../../../ui/sheet/clipboard.ts';
import { parseColor } from '../content/option-cell.ts';
import { localeOfColumn } from '../content/option-values.ts';
import { newRowChanges, type OptionDraft, type RowTexts, rowChanges } from '../sheet/edit-options.ts';
import type { OptionRow } from '../sheet/option-rows.ts';

/** A column that can be pasted into, with the names that a head may have. */
export interface PasteColumn {
  readonly key: string;
  readonly names: readonly string[];
}

/** A pasted row: the option that it creates or changes. */
export interface PastedRow {
  readonly code: string;
  readonly kind: 'new' | 'changed' | 'same';
  readonly texts: RowTexts;
  readonly changes: readonly FieldChange[];
}

/**
 * Returns the columns of a pasted table: by its heads if it has any, otherwise colors by their form and the others from a
 * column on. Null stands for a column that is left out.
 */
export function pasteColumns(
  block: CellBlock,
  columns: readonly PasteColumn[],
  from: number,
): { readonly keys: readonly (string | null)[]; readonly hasHeads: boolean } {
  const heads = (block[0] ?? []).map((head) => {
    const name = foldName(head);
    return columns.find(({ names }) => names.some((one) => foldName(one) === name))?.key ?? null;
  });
  const isFilled = (head: string | null, index: number) => head !== null || block[0]?.[index]?.trim() === '';
  if (heads.some((head) => head !== null) && heads.filter(isFilled).length * 2 > heads.length)
    return { keys: heads, hasHeads: true };
  const isColors = (index: number) => {
    const texts = block.map((row) => row[index]?.trim() ?? '').filter((text) => text !== '');
    return texts.length > 0 && texts.every((text) => parseColor(text) !== null);
  };
  const others = columns.slice(from).filter(({ key }) => key !== 'swatch');
  let next = 0;
  const keys = (block[0] ?? []).map((_text, index) => {
    if (isColors(index)) return 'swatch';
    next += 1;
    return others[next - 1]?.key ?? null;
  });
  return { keys, hasHeads: false };
}

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
