import type { FieldChange } from '../../../catalogue/model/config-page-types.ts';
import { isSame } from '../../../catalogue/model/draft.ts';
import { foldName } from '../../../catalogue/model/fields/fold-name.ts';
import { type PasteColumn, pasteColumns } from '../../../catalogue/model/paste/paste-columns.ts';
import type { CellBlock } from '../../../ui/sheet/clipboard.ts';
import { parseColor } from '../content/option-cell.ts';
import { ORDER } from '../content/option-elements.ts';
import { localeOfColumn } from '../content/option-values.ts';
import { newRowChanges, type OptionDraft, type RowTexts, rowChanges } from '../sheet/edit-options.ts';
import type { OptionRow } from '../sheet/option-rows.ts';

/** A pasted row: the option that it creates or changes. */
export interface PastedRow {
  readonly code: string;
  /** Label of the option that it changes, or its code. */
  readonly label: string;
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
      return [{ ...created, label: created.code, kind: 'new', texts }];
    }
    // An empty cell of a pasted table leaves the value of an option as it is.
    const filledTexts = new Map([...texts].filter(([, text]) => text !== ''));
    const changes = rowChanges(option, row, filledTexts).filter(
      ({ name, base, value }) => !isSame(option.draft[name]?.value ?? base, value),
    );
    const label = Object.values(row.values.labels)[0] ?? row.code;
    return [{ code: row.code, label, kind: changes.length === 0 ? 'same' : 'changed', texts, changes }];
  });
}

/** Column of a pasted table that says in which order its options stand. */
export const POSITION = 'position';

/** Returns the rows of a table in the order of its column of positions; those without one stand last. */
export function sortByPosition(block: CellBlock, keys: readonly (string | null)[]): CellBlock {
  const index = keys.indexOf(POSITION);
  const positionOf = (cells: readonly string[]) => {
    const text = cells[index]?.trim() ?? '';
    return /^-?\d+$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
  };
  return index === -1 ? block : block.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Returns the change that puts the options of a table in its order, into the places that they have; the others stay. */
export function orderChanges(
  pasted: readonly PastedRow[],
  rows: readonly OptionRow[],
  { item, draft }: OptionDraft,
): readonly FieldChange[] {
  const inOrder = [...new Set(pasted.map(({ code }) => code))];
  const codes = new Set(inOrder);
  const before = rows.map(({ code }) => code);
  let next = 0;
  const order = [...new Set([...before, ...inOrder])].map((code) =>
    codes.has(code) ? (inOrder[next++] ?? code) : code,
  );
  if (item.sort !== 'MANUAL' || isSame(order, before)) return [];
  const stored = item.options.map(({ code }) => code);
  return [{ name: ORDER, base: draft[ORDER]?.base ?? stored, value: order }];
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
