import { deliverById } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { DeliveredPage } from './delivered-page.ts';
import { facetsOf } from './facets.ts';
import { type ListAsked, openList, readPage } from './product-list.ts';
import { sortChoices } from './sorts.ts';

/** A page of products that are searched for. @throws as `openList` */
export async function searchedPage(asked: ListAsked, context: DeliveryContext): Promise<DeliveredPage> {
  const list = await openList(context, asked);
  const { search, hits, hasNextPage } = await readPage(list);
  const found = await Promise.all(
    hits.map(async ({ id, matchId, position }) => {
      // What stands for an item need not be shown itself.
      const product = (await deliverById(id, context, matchId)) ?? (await deliverById(matchId, context));
      return product === null ? null : { product, position };
    }),
  );
  // Those that left the shop since they were found.
  const shown = found.filter((one) => one !== null);
  const hasWords = (asked.q ?? '').trim() !== '';
  return {
    items: shown.map(({ product }) => product),
    cursorAt: (index) => search.cursorAfter(shown[index]?.position ?? []),
    hasNextPage,
    hasPreviousPage: Boolean(asked.after) || (asked.offset ?? 0) > 0,
    count: () => search.count(),
    facets: (only) => facetsOf(list, search, only),
    sorts: sortChoices(asked.sort ?? null, list.sorts, hasWords, context),
  };
}
