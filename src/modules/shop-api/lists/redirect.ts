import { unstorableReason } from '../../../kernel/text/storable-text.ts';
import { categorySlugs } from '../../category-slug/index.ts';
import { productSlugs } from '../../product/index.ts';
import { type ScopedSlug, type SlugStore, slugKey } from '../../slug/index.ts';
import { categorySlug } from '../read/category-slug.ts';
import { slugIn, visibleLocales } from '../read/product-fields.ts';
import { loadShopCategory } from '../shop-category.ts';
import type { ShopContext } from '../shop-context.ts';
import { loadShopProduct } from '../shop-product.ts';
import type { UrlKind } from './sitemap-urls.ts';

/** Present location of a page that had another slug before. */
export interface Redirect {
  /** The path that was requested with the present slug. */
  readonly path: string;
  readonly slug: string;
  readonly locale: string;
  readonly kind: UrlKind;
}

/** Longest path that is looked at. */
const LONGEST = 2_000;

/**
 * Returns the present path of a page that had another slug before, in any locale of the storefront, the context's
 * first; null where the last part of the path is no such slug.
 */
export async function redirectOf(path: string, context: ShopContext): Promise<Redirect | null> {
  const [before = '', last = '', behind = ''] =
    /^(.*?)([^/?#]+)(\/?(?:[?#].*)?)$/s.exec(path)?.slice(1) ?? [];
  const slug = decoded(last).toLowerCase();
  if (slug === '' || path.length > LONGEST || unstorableReason(slug) !== null) return null;
  const { channel, locale } = { channel: context.storefront.channel, locale: context.locale };
  const locales = [locale, ...context.storefront.locales.filter((one) => one !== locale)];
  const keys = locales.map((one) => ({ channel, locale: one, slug }));
  const find = async (store: SlugStore, kind: UrlKind, presentSlug: PresentSlug) => {
    const owners = await store.loadOwners(context, context.session.organizationId, keys);
    for (const key of keys) {
      const owner = owners.get(slugKey(key));
      const present = owner === undefined ? null : await presentSlug(owner, key);
      if (present === null || present.toLowerCase() === slug) continue;
      return {
        path: `${before}${encodeURIComponent(present)}${behind}`,
        slug: present,
        locale: key.locale,
        kind,
      };
    }
    return null;
  };
  const ofProduct: PresentSlug = async (id, key) => {
    const product = await loadShopProduct(id, context);
    const isShown = product !== null && visibleLocales(product, context).includes(key.locale);
    return isShown ? slugIn(product, key.locale, context) : null;
  };
  const ofCategory: PresentSlug = async (id, key) => {
    const category = await loadShopCategory({ id }, context);
    return category === null ? null : categorySlug(category, context, key.locale);
  };
  return (
    (await find(productSlugs, 'product', ofProduct)) ?? (await find(categorySlugs, 'category', ofCategory))
  );
}

type PresentSlug = (id: string, key: ScopedSlug) => Promise<string | null>;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
