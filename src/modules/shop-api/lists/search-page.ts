import { isShortQuery } from '../../search/index.ts';
import type { ShopContext } from '../shop-context.ts';
import { loadShopProduct } from '../shop-product.ts';
import { facetsOf } from './facets.ts';
import { listLabels } from './list-labels.ts';
import { openList, type ProductListQuery, readListPage } from './product-list.ts';
import { EMPTY_PAGE, type ProductListPage } from './product-page.ts';
import { sortChoices } from './sorts.ts';

/**
 * Returns a page of products that are searched for; empty for words that are too short to search for. @throws as
 * `openList`
 */
export async function searchPage(request: ProductListQuery, context: ShopContext): Promise<ProductListPage> {
  if (isShortQuery(request.q ?? '')) return { ...EMPTY_PAGE, notice: listLabels(context.locales).shortQuery };
  const list = await openList(context, request);
  const { search, hits, hasNextPage } = await readListPage(list);
  const loadedHits = await Promise.all(
    hits.map(async ({ id, matchId, position }) => {
      const [product, match] = await Promise.all([
        loadShopProduct(id, context),
        id === matchId ? null : loadShopProduct(matchId, context),
      ]);
      // The product that represents an item need not be visible itself.
      const visibleProduct = product ?? match;
      return visibleProduct === null ? null : { product: visibleProduct, match, position };
    }),
  );
  // Products that left the shop since they were found are omitted.
  const visibleHits = loadedHits.filter((one) => one !== null);
  const hasWords = (request.q ?? '').trim() !== '';
  return {
    items: visibleHits.map(({ product, match }) => ({ product, match })),
    cursorAt: (index) => search.cursorAfter(visibleHits[index]?.position ?? []),
    hasNextPage,
    hasPreviousPage: Boolean(request.after) || (request.offset ?? 0) > 0,
    count: () => search.count(),
    facets: (only) => facetsOf(list, search, only),
    sorts: sortChoices(request.sort ?? null, list.sorts, hasWords, context),
  };
}
