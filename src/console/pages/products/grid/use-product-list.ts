import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { meQuery, useMayEdit } from '../../../api/workspace.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import type { FilterField, RowVariables } from '../../../catalogue/search/grid-documents.ts';
import type { ProductSearch } from '../../../catalogue/search/use-product-search.ts';
import { useUndoKeys } from '../../../catalogue/undo/use-undo-keys.ts';
import type { SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import { useTicks } from '../selection/use-ticks.ts';
import type { Columns } from './columns/use-columns.ts';
import { useEdits } from './edits/use-edits.ts';
import type { Exported } from './export/use-export.ts';
import { useFacetsSwitch } from './facets-switch.tsx';
import type { OpenFilter } from './filter/filter-button.tsx';
import type { PastedBlock } from './paste/paste-file.ts';
import { useLines } from './use-lines.ts';
import { useListedProducts } from './use-listed-products.ts';

export interface ProductListProps {
  readonly search: ProductSearch;
  readonly fields: readonly FilterField[];
  readonly model: GridModel;
  readonly page: Pick<RowVariables, 'channel' | 'locale'>;
  readonly columns: Columns;
}

/** Returns the state of the list of products: what it finds, edits, selects and has open. */
export function useProductList(props: ProductListProps) {
  const { search, fields, model, page, columns } = props;
  const products = useListedProducts(search, fields, page, columns.shown);
  const { queryKey, row, filter, loaded } = products;
  const me = useQuery(meQuery).data;
  const owner = {
    userId: me?.user?.id ?? '',
    organizationId: me?.organization.id ?? '',
    view: search.view?.id ?? null,
  };
  const edits = useEdits(queryKey, row, { owner, model });
  useUndoKeys({
    undo: () => void edits.undo(),
    redo: () => void edits.redo(),
    save: () => {
      if (edits.waiting.size > 0) void edits.saveStaged();
    },
  });
  const [exported, setExported] = useState<Exported | null>(null);
  const [openFilter, setOpenFilter] = useState<OpenFilter | null>(null);
  const [pasted, setPasted] = useState<PastedBlock | null>(null);
  return {
    ...props,
    ...products,
    edits,
    mayEdit: useMayEdit(),
    facets: useFacetsSwitch(),
    lines: useLines(),
    ticks: useTicks(JSON.stringify(filter), loaded.items ?? []),
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
