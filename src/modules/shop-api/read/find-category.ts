import { decodeIdOf } from '../../../kernel/ids.ts';
import { unstorableReason } from '../../../kernel/text/storable-text.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import { categorySlugs } from '../../category-slug/index.ts';
import { slugKey } from '../../slug/index.ts';
import { loadShopCategory } from '../shop-category.ts';
import type { ShopContext } from '../shop-context.ts';
import { categorySlug } from './category-slug.ts';

/** Key of a requested category: one of these. */
export interface CategoryBy {
  readonly id?: string;
  readonly code?: string;
  readonly slug?: string;
}

/** Returns the category, or null for one that does not exist or is not below the root of the channel. */
export async function findCategory(by: CategoryBy, context: ShopContext): Promise<Category | null> {
  if (by.id !== undefined) {
    const id = decodeIdOf('Category', by.id);
    return id === null ? null : loadShopCategory({ id }, context);
  }
  const text = by.code ?? by.slug ?? '';
  if (unstorableReason(text) !== null) return null;
  return by.slug === undefined ? loadShopCategory({ code: text }, context) : findBySlug(text, context);
}

/** Returns the category by its present slug in the context's locale, or by its code where it has none. */
async function findBySlug(slug: string, context: ShopContext): Promise<Category | null> {
  const { place, session } = context;
  const key = { channel: place.channel, locale: place.locale, slug: slug.toLowerCase() };
  const owners = await categorySlugs.loadOwners(context, session.organizationId, [key]);
  const id = owners.get(slugKey(key));
  const category = await loadShopCategory(id === undefined ? { code: slug } : { id }, context);
  if (category === null) return null;
  return (await categorySlug(category, context)).toLowerCase() === slug.toLowerCase() ? category : null;
}
