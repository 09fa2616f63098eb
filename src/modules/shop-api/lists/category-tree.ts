import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { type CategoryWithPath, loadCategorySubtrees, loadCategoryTree } from '../../category/index.ts';
import type { ShopContext } from '../shop-context.ts';

/** The categories that a shop shows: those below the root of its channel, or all where it has none. */
export interface CategoryTree {
  /** Level by level. */
  readonly all: readonly CategoryWithPath[];
  /** Stored code; null: the channel has none. */
  readonly root: string | null;
  /** Returns a category by its public id. */
  byId(id: string): CategoryWithPath | undefined;
  byCode(code: string): CategoryWithPath | undefined;
}

/** Tree for lists that name no category. */
export const EMPTY_TREE: CategoryTree = {
  all: [],
  root: null,
  byId: () => undefined,
  byCode: () => undefined,
};

const trees = new WeakMap<object, Promise<CategoryTree>>();

/** Returns the categories of a shop, read once per request. */
export function loadShopCategoryTree(context: ShopContext): Promise<CategoryTree> {
  const cachedTree = trees.get(context);
  if (cachedTree !== undefined) return cachedTree;
  const pendingTree = readTree(context);
  trees.set(context, pendingTree);
  return pendingTree;
}

async function readTree(context: ShopContext): Promise<CategoryTree> {
  const { session, structure, storefront } = context;
  const { organizationId } = session;
  const root = structure.channels.get(foldKey(storefront.channel))?.document.categoryRoot ?? null;
  const tops =
    root === null
      ? (await loadCategoryTree(context, organizationId)).flatMap(({ code, path }) =>
          path.length === 1 ? code : [],
        )
      : [root];
  const treeCategories = await loadCategorySubtrees(context, organizationId, tops);
  const all = treeCategories.filter(({ code }) => code !== root);
  const ids = new Map(all.map((category) => [category.id, category]));
  const codes = new Map(all.map((category) => [foldKey(category.code), category]));
  return {
    all,
    root,
    byId: (id) => ids.get(decodeIdOf('Category', id) ?? ''),
    byCode: (code) => codes.get(foldKey(code)),
  };
}
