import { foldKey } from '../../kernel/codes.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import { categoryChildrenLoader, categoryRowLoader, topCategoriesLoader } from '../category/index.ts';
import type { ShopContext } from './shop-context.ts';

/** Returns the code of the category whose tree a shop shows; null: all trees. */
export const categoryRootOf = ({ structure, storefront }: ShopContext): string | null =>
  structure.channels.get(foldKey(storefront.channel))?.document.categoryRoot ?? null;

/** Returns true if a category stands below the root of the channel; the root itself is no category of a shop. */
export function isInChannelTree({ path }: Pick<Category, 'path'>, context: ShopContext): boolean {
  const root = categoryRootOf(context);
  return root === null || (path[0] === root && path.length > 1);
}

/** Returns a category by its code in either case, or its UUID; null for one that the shop does not show. */
export async function loadShopCategory(
  key: { readonly code: string } | { readonly id: string },
  context: ShopContext,
): Promise<Category | null> {
  const category = await context.load(categoryRowLoader, key);
  return category !== null && isInChannelTree(category, context) ? category : null;
}

export async function loadShopCategories(
  codes: readonly string[],
  context: ShopContext,
): Promise<readonly Category[]> {
  const deliveredCategories = await Promise.all(codes.map((code) => loadShopCategory({ code }, context)));
  return deliveredCategories.filter((category) => category !== null);
}

/** Returns the categories above a category, from the top. */
export const ancestorsOf = ({ path }: Category, context: ShopContext): Promise<readonly Category[]> =>
  loadShopCategories(path.slice(0, -1), context);

/** A category of the navigation: how many levels below it are shown. */
export type ListedCategory = Category & { readonly levels?: number };

const withLevels = (
  categories: readonly Category[] | null,
  levels: number | undefined,
): readonly ListedCategory[] =>
  (categories ?? []).map((category) => (levels === undefined ? category : { ...category, levels }));

export async function childrenOf(
  { code, levels }: ListedCategory,
  context: ShopContext,
): Promise<readonly ListedCategory[]> {
  if (levels === 0) return [];
  return withLevels(await context.load(categoryChildrenLoader, code), levels && levels - 1);
}

/** Returns the categories that the navigation begins with, down to so many levels. */
export async function navigationOf(depth: number, context: ShopContext): Promise<readonly ListedCategory[]> {
  const root = categoryRootOf(context);
  const topLevel =
    root === null ? context.load(topCategoriesLoader, '') : context.load(categoryChildrenLoader, root);
  return withLevels(await topLevel, depth - 1);
}
