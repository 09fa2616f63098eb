import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchAllPages } from '../../../../api/fetch-all-pages.ts';
import { request } from '../../../../api/request.ts';
import type { PagedList } from '../../../../api/use-list.ts';
import type { ProductFilter } from '../../../../catalogue/actions/action-documents.ts';
import { ANY_STATUS } from '../../../../catalogue/actions/product-selection.ts';
import {
  type GridProduct,
  PRODUCTS,
  type RowVariables,
} from '../../../../catalogue/search/grid-documents.ts';
import { toApiSort } from '../../../../catalogue/search/sort.ts';

/** Maximum number of pages of variants of a model that are listed below it. */
const MAX_PAGES = 5;

/** Query key of the lists of variants below models. */
export const VARIANTS_QUERY_KEY = ['products', 'below'] as const;

/** Returns the depth of a product in its family, from 1. */
export const familyDepth = ({ parent }: Pick<GridProduct, 'parent'>): number =>
  parent === null ? 1 : parent.parent === null ? 2 : 3;

/** The models that were opened last, for when the list is shown again. */
let lastExpanded: ReadonlySet<string> = new Set();

/** A list in which models can be opened to show what is right below them. */
export interface ExpandableRows {
  readonly list: PagedList<GridProduct>;
  /** Number of rows that are shown below others. */
  readonly below: number;
  readonly isOpen: (product: GridProduct) => boolean;
  readonly toggle: (product: GridProduct) => void;
}

/** Puts the variants of opened models below them. Null without families. */
export function useExpandableRows(
  list: PagedList<GridProduct>,
  { isTree, sort, row }: { readonly isTree: boolean; readonly sort: string; readonly row: RowVariables },
): ExpandableRows | null {
  const [opened, setOpened] = useState(lastExpanded);
  const ids = isTree ? [...opened] : [];
  const familyQueries = useQueries({
    queries: ids.map((id) => ({
      queryKey: [...VARIANTS_QUERY_KEY, id, sort, row],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => loadVariants(id, sort, row, signal),
    })),
  });
  if (!isTree) return null;
  const below = new Map(ids.map((id, index) => [id, familyQueries[index]?.data ?? []]));
  const unfolded = (products: readonly GridProduct[]): GridProduct[] =>
    products.flatMap((product) => [product, ...unfolded(below.get(product.id) ?? [])]);
  const items = list.items && unfolded(list.items);
  const count = (items?.length ?? 0) - (list.items?.length ?? 0);
  return {
    list: { ...list, items, upTo: async (end) => unfolded(await list.upTo(end - count)) },
    below: count,
    isOpen: ({ id }) => opened.has(id),
    toggle: ({ id }) => {
      const next = new Set(opened);
      if (!next.delete(id)) next.add(id);
      lastExpanded = next;
      setOpened(next);
    },
  };
}

const loadVariants = (id: string, sort: string, row: RowVariables, signal: AbortSignal) =>
  fetchAllPages(async (after) => {
    // The filter includes archived ones, as the count of the model has them.
    const filter: ProductFilter = { parent: { eq: id }, ...ANY_STATUS };
    const variables = { after, filter, sort: toApiSort(sort, row), ...row };
    return (await request(PRODUCTS, variables, signal)).products;
  }, MAX_PAGES);
