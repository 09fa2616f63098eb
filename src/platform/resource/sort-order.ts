/** An object among those of its parent or set. */
export interface Sibling {
  readonly code: string;
  readonly sortOrder: number;
}

/** An object in a new order; `sortOrder` is null for one that has moved. */
interface OrderedSibling {
  readonly code: string;
  readonly sortOrder: number | null;
}

const MIN_SORT_ORDER = -(2 ** 31);
const MAX_SORT_ORDER = 2 ** 31 - 1;

/**
 * Returns the sort orders that give siblings a new order, by code. Those that stay are numbered anew only as far as they
 * have to make room, and all of them where a number would leave 32 bits.
 */
export function sortOrdersOf(siblings: readonly OrderedSibling[]): ReadonlyMap<string, number> {
  const changes = new Map<string, number>();
  const firstStaying = siblings.findIndex(({ sortOrder }) => sortOrder !== null);
  const leading = firstStaying === -1 ? siblings.length : firstStaying;
  let last = Math.min(0, (siblings[firstStaying]?.sortOrder ?? leading) - leading) - 1;
  // Siblings with one sort order are in the order of their codes, as long as both stay unchanged.
  let lastHasChanged = leading > 0;
  for (const { code, sortOrder } of siblings) {
    const stays = sortOrder !== null && (sortOrder > last || (sortOrder === last && !lastHasChanged));
    if (!stays) changes.set(code, last + 1);
    last = stays ? sortOrder : last + 1;
    lastHasChanged = !stays;
  }
  const numbers = [...changes.values()];
  const isOutOfRange = numbers.some((number) => number < MIN_SORT_ORDER || number > MAX_SORT_ORDER);
  return isOutOfRange ? new Map(siblings.map(({ code }, index) => [code, index])) : changes;
}
