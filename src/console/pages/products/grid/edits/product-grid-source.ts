import { loadScript } from '../../../../api/load-script.ts';
import { unwrapPayload } from '../../../../api/problem.ts';
import { request, requestWithId } from '../../../../api/request.ts';
import type { GridSource } from '../../../../catalogue/grid/grid-source.ts';
import { PRODUCT_SOURCE } from '../../../../catalogue/products/product-source.tsx';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { unavailableReason } from '../cells/cell-availability.ts';
import { VARIANTS_QUERY_KEY } from '../levels/expandable-rows.ts';
import { CHECK_CELLS, SAVE_CELLS, STAGED_PRODUCTS } from './edit-documents.ts';
import { toProductInput } from './product-input.ts';

/** Products as rows of the grid: models and variants of several levels, with a status. */
export const PRODUCT_GRID: GridSource<GridProduct> = {
  ...PRODUCT_SOURCE,
  codeOf: ({ sku }) => sku,
  load: async (keys, variables) =>
    (await request(STAGED_PRODUCTS, { ids: keys.map(({ id }) => id), ...variables })).products.nodes,
  async loadLabels(...parameters) {
    const { loadProductLabels } = await loadScript(() => import('./product-review.ts'));
    return loadProductLabels(...parameters);
  },
  check: async (rows) =>
    unwrapPayload((await request(CHECK_CELLS, { items: rows.map(toProductInput) })).upsertProducts).results,
  async save(rows, variables) {
    const { data, requestId } = await requestWithId(SAVE_CELLS, {
      ...variables,
      items: rows.map(toProductInput),
    });
    const { results } = unwrapPayload(data.upsertProducts);
    return { results: results.map(({ product, problem }) => ({ row: product, problem })), requestId };
  },
  unavailableReason,
  async findVisibilityLosses(cells) {
    const { findVisibilityLosses } = await loadScript(() => import('./product-review.ts'));
    return findVisibilityLosses(cells);
  },
  InheritedPrompt: lazyComponent(
    async () => (await import('../cells/inherited-value-prompt.tsx')).InheritedValuePrompt,
    null,
  ),
  nestedRows: VARIANTS_QUERY_KEY,
  refreshRows(queryClient, rows, list) {
    void queryClient.invalidateQueries({ queryKey: ['product'], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['product facets'] });
    // Variants show values of their models.
    const isAbove = rows.some(({ type }) => type === 'MODEL');
    if (isAbove) void queryClient.invalidateQueries({ queryKey: list.slice(0, 1) });
  },
};
