import type { Ref } from 'react';
import type { PagedList } from '../../../api/use-list.ts';
import type { ColumnAddress } from '../../../catalogue/columns/column-address.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import type { FoundBy } from '../../../catalogue/products/found-products.ts';
import type { Condition } from '../../../catalogue/search/conditions.ts';
import type { FilterField, GridProduct, RowVariables } from '../../../catalogue/search/grid-documents.ts';
import type { RowTicks, SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import type { Edits } from './edits/use-edits.ts';
import type { FamilyRows } from './levels/family-rows.ts';
import type { PastedBlock } from './paste/paste-file.ts';

export interface ProductGridProps {
  readonly list: PagedList<GridProduct>;
  /** It is null where all products are listed beside each other. */
  readonly families: FamilyRows | null;
  readonly count: number;
  /** Search that the products were found by. */
  readonly by: FoundBy;
  readonly columns: readonly GridColumn[];
  /** Chosen columns: the others show the comparison. */
  readonly own: readonly GridColumn[];
  readonly onColumns: (columns: readonly ColumnAddress[]) => void;
  readonly sort: string;
  readonly sortable: ReadonlySet<string>;
  readonly model: GridModel;
  readonly onSort: (sort: string) => void;
  readonly row: RowVariables;
  readonly edits: Edits;
  /** True if rows have two lines instead of columns. */
  readonly isInLines: boolean;
  readonly mayEdit: boolean;
  readonly ticks: RowTicks<GridProduct>;
  readonly handle: Ref<SheetHandle>;
  readonly fields: readonly FilterField[];
  /** Called to filter by a column, with a condition that lacks its value. */
  readonly onFilter: (begun: Condition) => void;
  /** Called with a paste that is too large to stage, or is of other products. */
  readonly onImport: (pasted: PastedBlock) => void;
}
