import type { DropSide } from '../order/use-row-drag.ts';
import { ancestorsOf, type Branches, parentsOf, type TreeNode } from './tree-rows.ts';

/** A place in a tree: below a parent (null: a root), before one of its children (null: as the last one). */
export interface Destination {
  readonly parent: string | null;
  readonly before: string | null;
}

/** Directions in which items move by a step: among their siblings, below the one before, or beside their parent. */
export type Step = 'up' | 'down' | 'in' | 'out';

/**
 * Returns the place of items after a step. Null if there is none, or if the items have different parents.
 *
 * @param keys the items, in any order
 */
export function destinationOf<Node extends TreeNode>(
  branches: Branches<Node>,
  keys: readonly string[],
  step: Step,
): Destination | null {
  const parents = parentsOf(branches);
  const [parent = null, ...otherParents] = new Set(keys.map((key) => parents.get(key) ?? null));
  if (keys.length === 0 || otherParents.length > 0) return null;
  const siblings = childrenOf(branches, parent);
  const indexes = keys.map((key) => siblings.indexOf(key));
  const previous = siblings[Math.min(...indexes) - 1];
  const last = Math.max(...indexes);
  switch (step) {
    case 'up':
      return previous === undefined ? null : { parent, before: previous };
    case 'down':
      return siblings[last + 1] === undefined ? null : { parent, before: siblings[last + 2] ?? null };
    case 'in':
      return previous === undefined ? null : { parent: previous, before: null };
    case 'out': {
      if (parent === null) return null;
      const above = parents.get(parent) ?? null;
      const uncles = childrenOf(branches, above);
      return { parent: above, before: uncles[uncles.indexOf(parent) + 1] ?? null };
    }
  }
}

/**
 * Returns the place of items that are dropped at another one: as its last children, before it, or after it. Null if they
 * stand there already, if they cannot, or if the items after it are not loaded.
 *
 * @param keys the dropped items in their order
 * @param expanded the open items, after which their first child comes
 */
export function destinationOfDrop<Node extends TreeNode>(
  branches: Branches<Node>,
  expanded: ReadonlySet<string>,
  keys: readonly string[],
  { row, side }: { readonly row: string; readonly side: DropSide },
): Destination | null {
  const parents = parentsOf(branches);
  const others = (parent: string | null) => childrenOf(branches, parent).filter((key) => !keys.includes(key));
  const parent = parents.get(row) ?? null;
  const siblings = others(parent);
  const [firstChild] = expanded.has(row) ? others(row) : [];
  const next = siblings[siblings.indexOf(row) + 1] ?? null;
  const destination =
    side === 'into'
      ? { parent: row, before: null }
      : side === 'before'
        ? { parent, before: row }
        : firstChild === undefined
          ? { parent, before: next }
          : { parent: row, before: firstChild };
  const isAtEnd = side === 'after' && destination.before === null;
  if (isAtEnd && branches.get(parent)?.hasMore === true) return null;
  if (keys.includes(row) || !isPossible(keys, destination, parents)) return null;
  return isPlaced(branches, keys, destination) ? null : destination;
}

const childrenOf = <Node extends TreeNode>(branches: Branches<Node>, parent: string | null) =>
  (branches.get(parent)?.nodes ?? []).map(({ key }) => key);

/** Returns true if items stand at a place already. */
function isPlaced<Node extends TreeNode>(
  branches: Branches<Node>,
  keys: readonly string[],
  { parent, before }: Destination,
): boolean {
  const branch = branches.get(parent);
  const siblings = childrenOf(branches, parent);
  const last = before === null ? siblings.length : siblings.indexOf(before);
  const isLoaded = before !== null || branch?.hasMore === false;
  return isLoaded && siblings.slice(Math.max(0, last - keys.length), last).join('\n') === keys.join('\n');
}

/** Returns true if items can stand at a place: not below themselves. */
export const isPossible = (
  keys: readonly string[],
  { parent, before }: Destination,
  parents: ReadonlyMap<string, string | null>,
): boolean =>
  !keys.some(
    (key) =>
      key === parent || key === before || (parent !== null && ancestorsOf(parent, parents).includes(key)),
  );

interface Sibling {
  readonly key: string;
  /** Number that siblings are sorted by; those with the same number are sorted by their keys. */
  readonly sortOrder: number;
}

/** An item in a new order; `sortOrder` is null for one that has moved. */
export interface OrderedItem {
  readonly key: string;
  readonly sortOrder: number | null;
}

/**
 * Returns the numbers that give siblings their new order, by key. Items that stay are numbered anew only as far as they
 * have to make room.
 */
export function sortOrdersOf(items: readonly OrderedItem[]): ReadonlyMap<string, number> {
  const changes = new Map<string, number>();
  const firstKept = items.findIndex(({ sortOrder }) => sortOrder !== null);
  const leading = firstKept === -1 ? items.length : firstKept;
  let last = Math.min(0, (items[firstKept]?.sortOrder ?? leading) - leading) - 1;
  let follows = false;
  for (const { key, sortOrder } of items) {
    const isKept: boolean = sortOrder !== null && (sortOrder > last || (sortOrder === last && !follows));
    last = isKept && sortOrder !== null ? sortOrder : last + 1;
    if (!isKept) changes.set(key, last);
    follows = !isKept;
  }
  return changes;
}

/**
 * Returns the numbers that change when items move before a sibling, by key, see {@link sortOrdersOf}.
 *
 * @param siblings the children of the new parent in their order; the moved items may be among them
 * @param keys the moved items, in their new order
 * @param before the sibling that follows them; null if they become the last ones
 */
export function sortOrdersAfterMove(
  siblings: readonly Sibling[],
  keys: readonly string[],
  before: string | null,
): ReadonlyMap<string, number> {
  const others = siblings.filter(({ key }) => !keys.includes(key));
  const index = others.findIndex(({ key }) => key === before);
  const target = index === -1 ? others.length : index;
  const moved = keys.map((key) => ({ key, sortOrder: null }));
  return sortOrdersOf([...others.slice(0, target), ...moved, ...others.slice(target)]);
}
