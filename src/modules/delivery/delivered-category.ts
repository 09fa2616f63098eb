import { foldKey } from '../../kernel/codes.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import { categoryChildrenLoader, categoryRowLoader, topCategoriesLoader } from '../category/index.ts';
import type { DeliveryContext } from './delivery-context.ts';

/** Returns the code of the category whose tree a shop shows; null: all trees. */
export const rootOf = ({ structure, storefront }: DeliveryContext): string | null =>
  structure.channels.get(foldKey(storefront.channel))?.document.categoryRoot ?? null;

/** Returns true if a category stands below the root of the channel; the root itself is no category of a shop. */
export function isShown({ path }: Pick<Category, 'path'>, context: DeliveryContext): boolean {
  const root = rootOf(context);
  return root === null || (path[0] === root && path.length > 1);
}

/** Returns a category by its code in either case, or its UUID; null for one that the shop does not show. */
export async function deliverCategory(
  key: { readonly code: string } | { readonly id: string },
  context: DeliveryContext,
): Promise<Category | null> {
  const category = await context.load(categoryRowLoader, key);
  return category !== null && isShown(category, context) ? category : null;
}

export async function deliverCategories(
  codes: readonly string[],
  context: DeliveryContext,
): Promise<readonly Category[]> {
  const found = await Promise.all(codes.map((code) => deliverCategory({ code }, context)));
  return found.filter((category) => category !== null);
}

/** Returns the categories above a category, from the top. */
export const ancestorsOf = ({ path }: Category, context: DeliveryContext): Promise<readonly Category[]> =>
  deliverCategories(path.slice(0, -1), context);

/** A category of the navigation: how many levels below it are shown. */
export type ListedCategory = Category & { readonly levels?: number };

const withLevels = (
  categories: readonly Category[] | null,
  levels: number | undefined,
): readonly ListedCategory[] =>
  (categories ?? []).map((category) => (levels === undefined ? category : { ...category, levels }));

export async function childrenOf(
  { code, levels }: ListedCategory,
  context: DeliveryContext,
): Promise<readonly ListedCategory[]> {
  if (levels === 0) return [];
  return withLevels(await context.load(categoryChildrenLoader, code), levels && levels - 1);
}

/** Returns the categories that the navigation begins with, down to so many levels. */
export async function navigationOf(
  depth: number,
  context: DeliveryContext,
): Promise<readonly ListedCategory[]> {
  const root = rootOf(context);
  const found =
    root === null ? context.load(topCategoriesLoader, '') : context.load(categoryChildrenLoader, root);
  return withLevels(await found, depth - 1);
}
