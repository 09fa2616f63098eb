/** Codes that are added to a list, and codes that are removed. */
export interface ListChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((code) => typeof code === 'string');

const without = (codes: readonly string[], others: readonly string[]) =>
  codes.filter((code) => !others.includes(code));

/**
 * Returns the codes that somebody added to a list and removed from it, so that changes of others to it stay. Returns
 * null where that is not the whole change: for other values, and where the order is changed.
 *
 * @param previousValue the list that was changed; null for none
 */
export function diffList(previousValue: unknown, value: unknown): ListChange | null {
  if ((!isList(previousValue) && !isList(value)) || !isList(previousValue ?? []) || !isList(value ?? []))
    return null;
  const [before, after] = [(previousValue ?? []) as readonly string[], (value ?? []) as readonly string[]];
  const [add, remove] = [without(after, before), without(before, after)];
  const inOrder = [...without(before, remove), ...add];
  const isTold = add.length + remove.length > 0 && inOrder.every((code, index) => code === after[index]);
  return isTold ? { add, remove } : null;
}

/** Returns true if a list is as a change would make it. */
export function isChangeApplied(list: unknown, { add, remove }: ListChange): boolean {
  const codes = isList(list) ? list : [];
  return without(add, codes).length === 0 && without(remove, codes).length === remove.length;
}

/** Converts a change of a list to input: the whole value, or the codes to add and to remove. */
export const toListInput = ({ add, remove }: ListChange) => ({
  ...(add.length === 0 ? {} : { add: [...add] }),
  ...(remove.length === 0 ? {} : { remove: [...remove] }),
});
