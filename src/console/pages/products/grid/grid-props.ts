import type { Ref } from 'react';
import type { ColumnSpec } from '../../../catalogue/columns/column-spec.ts';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import type { Condition } from '../../../catalogue/search/conditions.ts';
import type { GridProduct } from '../../../catalogue/search/grid-documents.ts';
import type { RowSelectionProps, SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import type { PastedBlock } from './paste/pasted-block.ts';
import type { ProductListState } from './use-product-list.ts';

export interface ProductGridProps
  extends Pick<
    ProductListState,
    'list' | 'families' | 'by' | 'model' | 'fields' | 'row' | 'edits' | 'setStatus'
  > {
  readonly count: number;
  readonly columns: readonly GridColumn[];
  /** Chosen columns: the others show the comparison. */
  readonly own: readonly GridColumn[];
  readonly onColumns: (columns: readonly ColumnSpec[]) => void;
  readonly sort: string;
  readonly sortable: ReadonlySet<string>;
  readonly onSort: (sort: string) => void;
  /** True if rows have two lines instead of columns. */
  readonly isInLines: boolean;
  readonly mayEdit: boolean;
  readonly ticks: RowSelectionProps<GridProduct>;
  readonly handle: Ref<SheetHandle>;
  /** Called to filter by a column, with a condition that lacks its value. */
  readonly onFilter: (condition: Condition) => void;
  /** Called with a paste that is too large to stage, or is of other products. */
  readonly onImport: (pasted: PastedBlock) => void;
}
