import type { ModelChanges } from '../../catalogue/model/apply-model.ts';
import {
  type Destination,
  type OrderedItem,
  sortOrdersAfterMove,
  sortOrdersOf,
} from '../../ui/tree/tree-moves.ts';
import { loadSiblings } from './category-documents.ts';

/** A category that is moved, renamed or deleted. */
export interface ChangedCategory {
  readonly key: string;
  readonly label: string;
  readonly version: number;
}

type CategoryInput = NonNullable<ModelChanges['categories']>[number];

/** Returns the one request that moves categories, with all below them, to a place in the tree. */
export async function moveChanges(
  categories: readonly ChangedCategory[],
  { parent, before }: Destination,
): Promise<ModelChanges> {
  const keys = categories.map(({ key }) => key);
  // For the last place only the number before it is needed.
  const siblings = await loadSiblings(parent, before === null);
  const orders = sortOrdersAfterMove(siblings, keys, before);
  const moved = categories.map(({ key, version }) => ({
    code: key,
    parent,
    ifVersion: version,
    ...orderOf(orders, key),
  }));
  return { categories: [...moved, ...renumbered(orders, keys)] };
}

/** A category with its parent. */
interface Placed {
  readonly code: string;
  readonly parent: string | null;
}

/**
 * Returns the request that deletes categories, while those right below them take their places.
 *
 * @param below the categories right below the deleted ones
 * @param parents parent of each deleted one
 */
export async function deletionChanges(
  deleted: readonly Placed[],
  below: readonly Placed[],
): Promise<ModelChanges> {
  const deletions = deleted.map(({ code }) => ({ kind: 'CATEGORY' as const, code }));
  if (below.length === 0) return { delete: deletions };
  const categories: CategoryInput[] = [];
  const childrenOf = Map.groupBy(below, ({ parent }) => parent);
  for (const parent of new Set(deleted.map((one) => one.parent))) {
    const siblings = await loadSiblings(parent, false);
    const order = siblings.flatMap<OrderedItem>(({ key, sortOrder }) =>
      deleted.some(({ code }) => code === key)
        ? (childrenOf.get(key) ?? []).map(({ code }) => ({ key: code, sortOrder: null }))
        : [{ key, sortOrder }],
    );
    const orders = sortOrdersOf(order);
    const raised = order.flatMap(({ key, sortOrder }) => (sortOrder === null ? [key] : []));
    categories.push(...raised.map((code) => ({ code, parent, ...orderOf(orders, code) })));
    categories.push(...renumbered(orders, raised));
  }
  return { categories, delete: deletions };
}

/**
 * Returns changes with the same effect on trees as a deletion. The deletion itself has no dry run while products are in the
 * categories: here these leave their trees instead.
 */
export const withoutDeletions = ({ categories, delete: deletions }: ModelChanges): ModelChanges => ({
  categories: [...(categories ?? []), ...(deletions ?? []).map(({ code }) => ({ code, parent: null }))],
});

const orderOf = (orders: ReadonlyMap<string, number>, key: string) => {
  const sortOrder = orders.get(key);
  return sortOrder === undefined ? {} : { sortOrder };
};

/** Returns the siblings that only get another number. */
const renumbered = (orders: ReadonlyMap<string, number>, keys: readonly string[]): readonly CategoryInput[] =>
  [...orders].flatMap(([code, sortOrder]) => (keys.includes(code) ? [] : [{ code, sortOrder }]));
