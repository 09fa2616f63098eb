import { isShortQuery } from '../../search/index.ts';
import { deliverById } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { type DeliveredPage, EMPTY_PAGE } from './delivered-page.ts';
import { facetsOf } from './facets.ts';
import { listWords } from './list-words.ts';
import { type ListAsked, openList, readPage } from './product-list.ts';
import { sortChoices } from './sorts.ts';

/**
 * Returns a page of products that are searched for; empty for words that are too short to search for. @throws as
 * `openList`
 */
export async function searchedPage(asked: ListAsked, context: DeliveryContext): Promise<DeliveredPage> {
  if (isShortQuery(asked.q ?? '')) return { ...EMPTY_PAGE, notice: listWords(context.locales).shortQuery };
  const list = await openList(context, asked);
  const { search, hits, hasNextPage } = await readPage(list);
  const found = await Promise.all(
    hits.map(async ({ id, matchId, position }) => {
      const [product, match] = await Promise.all([
        deliverById(id, context),
        id === matchId ? null : deliverById(matchId, context),
      ]);
      // The product that represents an item need not be visible itself.
      const shown = product ?? match;
      return shown === null ? null : { product: shown, match, position };
    }),
  );
  // Products that left the shop since they were found are omitted.
  const shown = found.filter((one) => one !== null);
  const hasWords = (asked.q ?? '').trim() !== '';
  return {
    items: shown.map(({ product, match }) => ({ product, match })),
    cursorAt: (index) => search.cursorAfter(shown[index]?.position ?? []),
    hasNextPage,
    hasPreviousPage: Boolean(asked.after) || (asked.offset ?? 0) > 0,
    count: () => search.count(),
    facets: (only) => facetsOf(list, search, only),
    sorts: sortChoices(asked.sort ?? null, list.sorts, hasWords, context),
  };
}
