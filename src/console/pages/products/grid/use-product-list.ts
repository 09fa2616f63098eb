import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { meQuery, useCanEdit } from '../../../api/workspace.ts';
import { useRowSelection } from '../../../catalogue/actions/use-row-selection.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import type { ColumnState } from '../../../catalogue/grid/columns/use-columns.ts';
import { useGridEdits } from '../../../catalogue/grid/edits/use-grid-edits.ts';
import type { FilterDraft } from '../../../catalogue/grid/filter/filter-button.tsx';
import { useListLayout } from '../../../catalogue/grid/use-list-layout.ts';
import type { FilterField, RowVariables } from '../../../catalogue/search/grid-documents.ts';
import type { ProductSearch } from '../../../catalogue/search/use-product-search.ts';
import { useUndoShortcuts } from '../../../catalogue/undo/use-undo-shortcuts.ts';
import type { SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import { PRODUCT_GRID } from './edits/product-grid-source.ts';
import { useStatusChange } from './edits/use-status-change.ts';
import type { ExportRequest } from './export/use-export.ts';
import { useFacetsToggle } from './facets-toggle.tsx';
import type { PastedBlock } from './paste/pasted-block.ts';
import { useListedProducts } from './use-listed-products.ts';
import { useRequestedDialog } from './use-requested-dialog.ts';

export interface ProductListProps {
  readonly search: ProductSearch;
  readonly fields: readonly FilterField[];
  readonly model: GridSchema;
  readonly page: Pick<RowVariables, 'channel' | 'locale'>;
  readonly columns: ColumnState;
}

/** Returns the state of the list of products: what it finds, edits, selects and has open. */
export function useProductList(props: ProductListProps) {
  const { search, fields, model, page, columns } = props;
  const { queryKey, ...products } = useListedProducts(search, fields, page, columns.shown);
  const { row, filter, loaded, jsonFilter, counts, compare } = products;
  const me = useQuery(meQuery).data;
  const owner = {
    userId: me?.user?.id ?? '',
    organizationId: me?.organization.id ?? '',
    view: search.view?.id ?? null,
  };
  const edits = useGridEdits(PRODUCT_GRID, queryKey, row, { owner, model });
  const setStatus = useStatusChange(row, edits);
  useUndoShortcuts({
    undo: () => void edits.undo(),
    redo: () => void edits.redo(),
    save: () => {
      if (edits.waiting.size > 0) void edits.saveStaged();
    },
  });
  const [exported, setExported] = useState<ExportRequest | null>(null);
  const productCount = counts.total ?? 0;
  useRequestedDialog('export-texts', productCount > 0, () =>
    setExported({
      filter: jsonFilter,
      count: productCount,
      columns: columns.shown,
      textLocales: [...(compare === null ? [] : [compare.locale.code]), page.locale],
      model,
      page,
    }),
  );
  const [openFilter, setOpenFilter] = useState<FilterDraft | null>(null);
  const [pasted, setPasted] = useState<PastedBlock | null>(null);
  return {
    ...props,
    ...products,
    edits,
    setStatus,
    mayEdit: useCanEdit(),
    facets: useFacetsToggle(),
    lines: useListLayout(),
    ticks: useRowSelection(JSON.stringify(filter), loaded.items ?? []),
    sheet: useRef<SheetHandle>(null),
    exported,
    setExported,
    exportProducts: (filter: object, count: number) =>
      setExported({ filter, count, columns: columns.shown, model, page }),
    openFilter,
    setOpenFilter,
    pasted,
    setPasted,
  };
}

export type ProductListState = ReturnType<typeof useProductList>;
