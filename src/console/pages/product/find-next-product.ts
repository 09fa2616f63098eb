import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { readLastSearch, storeLastSearch } from '../../catalogue/products/last-search.ts';

const NEXT_PAGE = graphql(`
  query FoundProducts($after: String, $filter: ProductFilter, $sort: [ProductSort!]) {
    products(first: 100, after: $after, filter: $filter, sort: $sort) {
      nodes { sku }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Page = ResultOf<typeof NEXT_PAGE>['products'];

/**
 * Returns the product after the last loaded one of a search, whose pages are read until it is there; null if there is
 * none.
 */
export async function findNextProduct(sku: string): Promise<string | null> {
  const { by, count } = readLastSearch();
  const skus: string[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo }: Page = (await request(NEXT_PAGE, { ...by, after })).products;
    skus.push(...nodes.map((product) => product.sku));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null && !skus.slice(0, -1).includes(sku));
  // A product that was changed may no longer be found.
  if (!skus.includes(sku)) return null;
  storeLastSearch({ skus, count: after === null ? skus.length : count, by });
  return skus[skus.indexOf(sku) + 1] ?? null;
}
