import type { CellBlock } from '../../../ui/sheet/clipboard.ts';
import { foldName } from '../fields/fold-name.ts';

/** A column that can be pasted into, with the names that a head may have. */
export interface PasteColumn {
  readonly key: string;
  readonly names: readonly string[];
}

/**
 * Returns the columns of a pasted table: by its heads if it has any, otherwise one by the form of its texts, and the others
 * from a column on. Null stands for a column that is left out.
 *
 * @param byForm a column that texts of this form, if most are, belong to, wherever they stand, and no others
 */
export function pasteColumns(
  block: CellBlock,
  columns: readonly PasteColumn[],
  from: number,
  byForm?: { readonly key: string; readonly matches: (text: string) => boolean },
): { readonly keys: readonly (string | null)[]; readonly hasHeads: boolean } {
  const heads = (block[0] ?? []).map((head) => {
    const name = foldName(head);
    return name === ''
      ? null
      : (columns.find(({ names }) => names.some((one) => foldName(one) === name))?.key ?? null);
  });
  const isFilled = (head: string | null, index: number) => head !== null || block[0]?.[index]?.trim() === '';
  if (heads.some((head) => head !== null) && heads.filter(isFilled).length * 2 > heads.length)
    return { keys: heads, hasHeads: true };
  const hasForm = (index: number) => {
    const texts = block.map((row) => row[index]?.trim() ?? '').filter((text) => text !== '');
    // One wrong text among others is a fault of that cell.
    return byForm !== undefined && texts.filter(byForm.matches).length * 2 > texts.length;
  };
  const others = columns.slice(from).filter(({ key }) => key !== byForm?.key);
  let next = 0;
  const keys = (block[0] ?? []).map((_text, index) => {
    if (byForm !== undefined && hasForm(index)) return byForm.key;
    next += 1;
    return others[next - 1]?.key ?? null;
  });
  return { keys, hasHeads: false };
}
