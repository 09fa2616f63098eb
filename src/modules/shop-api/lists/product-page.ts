import type { ShopContext } from '../shop-context.ts';
import type { ShopProduct } from '../shop-product.ts';
import type { ListedFacet } from './facets.ts';
import type { SortChoice } from './sorts.ts';

/** One item of a list. */
export interface DeliveredItem {
  readonly product: ShopProduct;
  /** The variant that the list found it by; null: the list found the product itself. */
  readonly match: ShopProduct | null;
}

/** A page of a list of products. */
export interface ProductListPage {
  readonly items: readonly DeliveredItem[];
  readonly cursorAt: (index: number) => string;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly count: () => Promise<number> | number;
  /** Returns the facets of a list that can be refined; null: all configured facets. */
  readonly facets?: (only: readonly string[] | null) => Promise<readonly ListedFacet[]>;
  readonly sorts?: readonly SortChoice[];
  /** Message to shoppers on an empty page. */
  readonly notice?: string;
}

/** A page of a list in which nothing is. */
export const EMPTY_PAGE: ProductListPage = {
  items: [],
  cursorAt: () => '',
  hasNextPage: false,
  hasPreviousPage: false,
  count: () => 0,
};

/** Maximum number of products of one page. */
const MOST = 100;

/** Returns a page of products that are known already. */
export function pageOfProducts(
  all: readonly ShopProduct[],
  list: readonly string[],
  { first, after }: { readonly first?: number | null; readonly after?: string | null },
  { cursors }: ShopContext,
): ProductListPage {
  const last = after == null ? null : String(cursors.decode(after, [...list])[0]);
  const start = last === null ? 0 : all.findIndex(({ view }) => view.row.id === last) + 1;
  const size = Math.min(Math.max(first ?? 0, 0), MOST);
  const items = all.slice(start, start + size);
  return {
    items: items.map((product) => ({ product, match: null })),
    cursorAt: (index) => cursors.encode([items[index]?.view.row.id ?? ''], [...list]),
    hasNextPage: start + size < all.length,
    hasPreviousPage: start > 0,
    count: () => all.length,
  };
}
