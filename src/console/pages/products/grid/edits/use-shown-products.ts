import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { VARIANTS_QUERY_KEY } from '../levels/expandable-rows.ts';

interface Page {
  readonly nodes: readonly GridProduct[];
}

/** Returns what brings saved products into the rows of the grid. */
export function useShownProducts(queryKey: QueryKey) {
  const queryClient = useQueryClient();
  return {
    /** Shows products in place of their earlier versions. */
    show: (products: readonly GridProduct[]) => {
      const byId = new Map(products.map((product) => [product.id, product]));
      queryClient.setQueryData<InfiniteData<Page>>(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              nodes: page.nodes.map((product) => byId.get(product.id) ?? product),
            })),
          },
      );
      queryClient.setQueriesData<readonly GridProduct[]>({ queryKey: VARIANTS_QUERY_KEY }, (rows) =>
        rows?.map((product) => byId.get(product.id) ?? product),
      );
    },
    /** Asks again for what depends on saved products: variants of models, their pages, their counts. */
    refresh: (products: readonly GridProduct[]) => {
      void queryClient.invalidateQueries({ queryKey: ['product'], refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['product facets'] });
      const isAbove = products.some(({ type }) => type === 'MODEL');
      if (isAbove) void queryClient.invalidateQueries({ queryKey: queryKey.slice(0, 1) });
    },
  };
}

export type ShownProducts = ReturnType<typeof useShownProducts>;
