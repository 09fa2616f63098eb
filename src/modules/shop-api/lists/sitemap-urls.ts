import { PRICES } from '../../../kernel/budget/operation-budget.ts';
import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { prepareProductSearch } from '../../search/index.ts';
import { categorySlug } from '../read/category-slug.ts';
import { slugIn, visibleLocales } from '../read/product-fields.ts';
import { loadShopCategories } from '../shop-category.ts';
import type { ShopContext } from '../shop-context.ts';
import { loadShopProduct } from '../shop-product.ts';
import type { Alternate } from '../types/category-type.ts';
import { loadShopCategoryTree } from './category-tree.ts';
import { exposedSets, withBoundCursors } from './product-list.ts';

export type UrlKind = 'product' | 'category';

/** A page of a shop, for sitemaps and static builds. */
export interface ShopUrl {
  readonly slug: string;
  /** Time of the last change of the content at the URL. */
  readonly updatedAt: string | Date;
  readonly alternates: readonly Alternate[];
}

export interface UrlPage {
  readonly nodes: readonly ShopUrl[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

export interface UrlsQuery {
  readonly kind: UrlKind;
  readonly first: number;
  readonly after?: string | null | undefined;
}

export const MAX_URLS = 1_000;

/**
 * Returns the pages of a shop in the context's locale, families once. @throws RequestError `limit-out-of-range`,
 * `invalid-cursor`
 */
export async function urlsOf(request: UrlsQuery, context: ShopContext): Promise<UrlPage> {
  const { kind, first, after } = request;
  if (first < 1 || first > MAX_URLS)
    throw new RequestError('limit-out-of-range', localized('url-page-size', { max: MAX_URLS, first }), {
      minimum: 1,
      maximum: MAX_URLS,
    });
  const { nodes, cursors, hasNextPage } = await (kind === 'product' ? productUrls : categoryUrls)(
    request,
    context,
  );
  return {
    nodes,
    hasNextPage,
    hasPreviousPage: Boolean(after),
    startCursor: cursors(0),
    endCursor: cursors(nodes.length - 1),
  };
}

interface UrlRows {
  readonly nodes: readonly ShopUrl[];
  readonly cursors: (index: number) => string | null;
  readonly hasNextPage: boolean;
}

async function productUrls({ first, after }: UrlsQuery, context: ShopContext): Promise<UrlRows> {
  const { structure, visibility, storefront, preview } = context;
  const query = { filter: exposedSets(context), show: 'family', after } as const;
  const search = await prepareProductSearch(withBoundCursors(context, storefront.id, 'urls'), query, {
    visibility,
    withArchived: !preview,
    structure,
    size: first,
  });
  const hits = await search.hits();
  const pageHits = hits.slice(0, first);
  context.budget.spend(PRICES.url * pageHits.length);
  const urlEntries = await Promise.all(
    pageHits.map(async ({ id, matchId, position }) => {
      const product = (await loadShopProduct(id, context)) ?? (await loadShopProduct(matchId, context));
      if (product === null) return null;
      const alternates = visibleLocales(product, context).map((locale) => ({
        locale,
        slug: slugIn(product, locale, context),
      }));
      const slug = slugIn(product, context.locale, context);
      return { url: { slug, updatedAt: product.updatedAt, alternates }, position };
    }),
  );
  const all = urlEntries.filter((one) => one !== null);
  return {
    nodes: all.map(({ url }) => url),
    cursors: (index) => (all[index] ? search.cursorAfter(all[index].position) : null),
    hasNextPage: hits.length > first,
  };
}

async function categoryUrls({ first, after }: UrlsQuery, context: ShopContext): Promise<UrlRows> {
  const { storefront, cursors, locale } = context;
  const list = ['category.urls', storefront.id, locale];
  const { all } = await loadShopCategoryTree(context);
  const last = after ? String(cursors.decode(after, list)[0]) : null;
  const start = last === null ? 0 : all.findIndex(({ id }) => id === last) + 1;
  const page = all.slice(start, start + first);
  context.budget.spend(PRICES.url * page.length);
  const categories = await loadShopCategories(
    page.map(({ code }) => code),
    context,
  );
  const nodes = categories.map(async (category) => ({
    slug: await categorySlug(category, context),
    updatedAt: category.updatedAt,
    alternates: await Promise.all(
      storefront.locales.map(async (one) => ({
        locale: one,
        slug: await categorySlug(category, context, one),
      })),
    ),
  }));
  return {
    nodes: await Promise.all(nodes),
    cursors: (index) => (categories[index] ? cursors.encode([categories[index].id], list) : null),
    hasNextPage: start + first < all.length,
  };
}
