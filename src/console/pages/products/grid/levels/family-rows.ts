import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { everyPage } from '../../../../api/every-page.ts';
import { request } from '../../../../api/request.ts';
import type { PagedList } from '../../../../api/use-list.ts';
import type { Filter } from '../../../../catalogue/actions/action-documents.ts';
import { EVERY_STATUS } from '../../../../catalogue/actions/target.ts';
import {
  type GridProduct,
  PRODUCTS,
  type RowVariables,
} from '../../../../catalogue/search/grid-documents.ts';
import { toSort } from '../../../../catalogue/search/sort.ts';

/** Maximum number of pages of variants of a model that are listed below it. */
const MAXIMUM_PAGES = 5;

/** Query key of the lists of variants below models. */
export const BELOW = ['products', 'below'] as const;

/** Returns the depth of a product in its family, from 1. */
export const depthOf = ({ parent }: Pick<GridProduct, 'parent'>): number =>
  parent === null ? 1 : parent.parent === null ? 2 : 3;

/** The models that were opened last, for when the list is shown again. */
let lastOpened: ReadonlySet<string> = new Set();

/** A list in which models can be opened to show what is right below them. */
export interface FamilyRows {
  readonly list: PagedList<GridProduct>;
  /** Number of rows that are shown below others. */
  readonly below: number;
  readonly isOpen: (product: GridProduct) => boolean;
  readonly toggle: (product: GridProduct) => void;
}

/** Puts the variants of opened models below them. Null without families. */
export function useFamilyRows(
  list: PagedList<GridProduct>,
  { isTree, sort, row }: { readonly isTree: boolean; readonly sort: string; readonly row: RowVariables },
): FamilyRows | null {
  const [opened, setOpened] = useState(lastOpened);
  const ids = isTree ? [...opened] : [];
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: [...BELOW, id, sort, row],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => loadBelow(id, sort, row, signal),
    })),
  });
  if (!isTree) return null;
  const below = new Map(ids.map((id, index) => [id, answers[index]?.data ?? []]));
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
      lastOpened = next;
      setOpened(next);
    },
  };
}

const loadBelow = (id: string, sort: string, row: RowVariables, signal: AbortSignal) =>
  everyPage(async (after) => {
    // The filter includes archived ones, as the count of the model has them.
    const filter: Filter = { parent: { eq: id }, ...EVERY_STATUS };
    const variables = { after, filter, sort: toSort(sort, row), ...row };
    return (await request(PRODUCTS, variables, signal)).products;
  }, MAXIMUM_PAGES);
