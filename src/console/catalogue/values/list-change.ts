/** What comes into a list of codes, and what goes. */
export interface ListChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((code) => typeof code === 'string');

const without = (codes: readonly string[], others: readonly string[]) =>
  codes.filter((code) => !others.includes(code));

/**
 * What somebody added to a list of codes and removed from it, so that what others do to it meanwhile stays. Null where that
 * does not say everything: for other values, and where the order is changed.
 *
 * @param seen the list that was changed; null for none
 */
export function listChange(seen: unknown, value: unknown): ListChange | null {
  if ((!isList(seen) && !isList(value)) || !isList(seen ?? []) || !isList(value ?? [])) return null;
  const [before, after] = [(seen ?? []) as readonly string[], (value ?? []) as readonly string[]];
  const [add, remove] = [without(after, before), without(before, after)];
  const inOrder = [...without(before, remove), ...add];
  const isTold = add.length + remove.length > 0 && inOrder.every((code, index) => code === after[index]);
  return isTold ? { add, remove } : null;
}

/** Whether a list is as a change would make it. */
export function hasChange(list: unknown, { add, remove }: ListChange): boolean {
  const codes = isList(list) ? list : [];
  return without(add, codes).length === 0 && without(remove, codes).length === remove.length;
}

/** The part of a value to write that says how it changes: the whole value, or what to add to a list and to remove. */
export const toListInput = ({ add, remove }: ListChange) => ({
  ...(add.length === 0 ? {} : { add: [...add] }),
  ...(remove.length === 0 ? {} : { remove: [...remove] }),
});
