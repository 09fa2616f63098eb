import type { VariablesOf } from '../../api/graphql.ts';
import type { PRODUCTS } from '../search/grid-documents.ts';

const STORAGE_KEY = 'catalograph-found-products';

/** Search that the products were found by. */
export type SearchQuery = Pick<VariablesOf<typeof PRODUCTS>, 'filter' | 'sort'>;

/** The products of a search in their order. */
export interface LastSearch {
  readonly skus: readonly string[];
  /** Number of products that the search finds, with those that are not loaded. */
  readonly count: number;
  readonly by: SearchQuery;
}

/** Remembers the products of a search, so that the page of one leads to the next. */
export function storeLastSearch(searchResult: LastSearch): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(searchResult));
  } catch {
    // Without storage space for it, there is no next product.
  }
}

/** Returns the products of the last search. */
export function readLastSearch(): LastSearch {
  const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<LastSearch>;
  return { skus: [], count: 0, by: {}, ...stored };
}

/** Returns the position of a product in the last search, and the products beside it. */
export function findNeighbours(sku: string): {
  readonly place: number;
  readonly count: number;
  readonly previous: string | null;
  /** It is undefined where it has to be requested. */
  readonly next: string | null | undefined;
} | null {
  const { skus, count } = readLastSearch();
  const at = skus.indexOf(sku);
  if (at < 0) return null;
  return {
    place: at + 1,
    count: Math.max(count, skus.length),
    previous: skus[at - 1] ?? null,
    next: skus[at + 1] ?? (skus.length < count ? undefined : null),
  };
}
