import {
  type CellChange,
  type StoredChange,
  storedValueAfter,
  storedValueBefore,
} from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray, isJsonObject } from '../../../kernel/json.ts';
import {
  type Cell,
  type CellAssignment,
  type CellWrite,
  cellsOf,
  compareCells,
  compareCodes,
  findCell,
  isListChange,
  type Values,
} from './cells.ts';
import { changedCurrencies } from './invert-price-change.ts';

const PREFIX = 'values.';

/** Returns true if a value changed, not a property. */
export const isCellChange = ({ path }: Pick<CellChange, 'path'>): boolean => path.startsWith(PREFIX);

/**
 * Returns the changes of `mergeCells`, by attribute, then channel, then locale. Unchanged parts are the identical
 * objects in both values.
 */
export function valueChanges(before: Values, after: Values): readonly CellChange[] {
  if (before === after) return [];
  const codes = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...codes]
    .filter((code) => cellsOf(before, code) !== cellsOf(after, code))
    .sort(compareCodes)
    .flatMap((code) => attributeChanges(`${PREFIX}${code}`, cellsOf(before, code), cellsOf(after, code)));
}

function attributeChanges(path: string, before: readonly Cell[], after: readonly Cell[]): CellChange[] {
  const added = after.filter(({ channel = null, locale = null }) => !findCell(before, channel, locale));
  return [...before, ...added].sort(compareCells).flatMap(({ channel = null, locale = null }) => {
    const [old, now] = [findCell(before, channel, locale), findCell(after, channel, locale)];
    return old?.value === now?.value
      ? []
      : [{ path, channel, locale, old: old?.value ?? null, new: now?.value ?? null }];
  });
}

/**
 * Returns true if writes replace the value that a change is about. Codes that are added to lists and removed from them
 * leave the changes of others, and so do prices in other currencies.
 */
export function writesCell(writes: readonly CellWrite[], change: CellChange): boolean {
  const { path, channel, locale } = change;
  const attribute = foldKey(path.slice(PREFIX.length));
  return writes.some(
    (write) =>
      foldKey(write.attribute) === attribute &&
      (write.clear === true ||
        (!isListChange(write) &&
          !leavesPrices(write, change) &&
          foldKey(write.channel ?? '') === foldKey(channel ?? '') &&
          foldKey(write.locale ?? '') === foldKey(locale ?? ''))),
  );
}

/** Returns true if a write of prices names none of the currencies that a change is about. */
function leavesPrices({ value, partial }: CellAssignment, { old, new: now }: CellChange): boolean {
  if (partial === false || !isJsonArray(value) || value.length === 0) return false;
  const changed = changedCurrencies(old, now);
  const currencyCodes = new Set(
    value.map((price) => (isJsonObject(price) ? String(price.currency).toUpperCase() : null)),
  );
  return changed.length > 0 && !changed.some((currency) => currencyCodes.has(currency));
}

/**
 * Returns changes of two writes of one object in one batch, as one list: each path once, from its first old to its last
 * new.
 */
export function mergeChanges(
  first: readonly StoredChange[],
  second: readonly StoredChange[],
): readonly StoredChange[] {
  if (first.length === 0) return second;
  const byCell = new Map<string, StoredChange>();
  for (const change of [...first, ...second]) {
    const cellKey = JSON.stringify([change.path, change.channel, change.locale]);
    const before = byCell.get(cellKey);
    byCell.set(cellKey, before === undefined ? change : joinedChange(before, change));
  }
  return [...byCell.values()].filter(
    (change) => JSON.stringify(storedValueBefore(change)) !== JSON.stringify(storedValueAfter(change)),
  );
}

const joinedChange = (first: StoredChange, second: StoredChange): StoredChange => ({
  ...second,
  old: first.old,
  ...(first.byId && second.byId ? { byId: { old: first.byId.old, new: second.byId.new } } : {}),
});
