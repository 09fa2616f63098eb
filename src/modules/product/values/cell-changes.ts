import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import type { CellWrite } from './cells.ts';

const PREFIX = 'values.';

/** Is it a value that changed, not a property? */
export const isCellChange = ({ path }: CellChange): boolean => path.startsWith(PREFIX);

/** Do writes name the cell of a change? */
export function namesCell(writes: readonly CellWrite[], { path, channel, locale }: CellChange): boolean {
  const attribute = foldKey(path.slice(PREFIX.length));
  return writes.some(
    (write) =>
      foldKey(write.attribute) === attribute &&
      (write.clear === true ||
        (foldKey(write.channel ?? '') === foldKey(channel ?? '') &&
          foldKey(write.locale ?? '') === foldKey(locale ?? ''))),
  );
}

/** Changes of two writes of one object in one batch, as one list: each place once, from its first old to its last new. */
export function joinChanges(
  first: readonly CellChange[],
  second: readonly CellChange[],
): readonly CellChange[] {
  if (first.length === 0) return second;
  const byPlace = new Map<string, CellChange>();
  for (const change of [...first, ...second]) {
    const place = JSON.stringify([change.path, change.channel, change.locale]);
    const before = byPlace.get(place);
    byPlace.set(place, { ...change, old: before === undefined ? change.old : before.old });
  }
  return [...byPlace.values()].filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new));
}
