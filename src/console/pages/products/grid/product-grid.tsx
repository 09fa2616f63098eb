import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import { GridHead, sortFieldOf } from '../../../catalogue/grid/columns/grid-head.tsx';
import { stageTexts } from '../../../catalogue/grid/edits/stage-texts.ts';
import { stagedCellKey } from '../../../catalogue/grid/edits/staged-cells.ts';
import { storeLastSearch } from '../../../catalogue/products/last-search.ts';
import type { GridProduct } from '../../../catalogue/search/grid-documents.ts';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import type { RowTree, SheetProps } from '../../../ui/sheet/sheet-types.ts';
import { unavailableReason } from './cells/cell-availability.ts';
import { gridEditor, whyNotEdited } from './cells/grid-editor.tsx';
import type { ProductGridProps } from './grid-props.ts';
import { familyDepth } from './levels/expandable-rows.ts';
import { hasOtherProducts } from './paste/pasted-block.ts';
import { useGridCells } from './use-grid-cells.tsx';
import { columnAt, useGridColumns } from './use-grid-columns.ts';

/** Maximum number of cells that are staged; more are an import. */
const MAX_STAGED = 50_000;

const NO_COLUMNS: readonly GridColumn[] = [];

/** Shows the found products as a sheet in which values are edited. */
export function ProductGrid(props: ProductGridProps) {
  const { list, model, edits, mayEdit, isInLines, sort } = props;
  const grid = isInLines ? { ...props, columns: NO_COLUMNS } : props;
  const columnOf = (position: number) => columnAt(grid.columns, position);
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search finds other rows
  useEffect(
    () =>
      storeLastSearch({ skus: (list.items ?? []).map(({ sku }) => sku), count: props.count, by: props.by }),
    [list.items, props.count],
  );
  const cellOf = useGridCells(props);
  const columns = useGridColumns(grid, cellOf);
  return (
    <Sheet
      label={t('Products')}
      columns={columns}
      rows={list.items ?? []}
      count={Math.max(props.count, list.items?.length ?? 0)}
      keyOf={({ id }) => id}
      cellOf={cellOf}
      headMenu={(column) => (
        <GridHead
          column={column}
          columns={props.columns}
          own={props.own}
          onColumns={props.onColumns}
          by={sortFieldOf(column.key, grid.columns, props.sortable, model.nameAttribute)}
          sort={sort}
          onSort={props.onSort}
          fields={props.fields}
          onFilter={props.onFilter}
        />
      )}
      editorOf={(product, position, editor) =>
        mayEdit ? gridEditor(props, product, columnOf(position), editor) : null
      }
      onOpen={(product, position) => {
        const cell = columnOf(position)?.cell ?? null;
        const isHere = cell !== null && unavailableReason(product, cell, model) === null;
        const search = { field: isHere ? cell.attribute.code : undefined };
        void navigate({ to: '/products/$sku', params: { sku: product.sku }, search });
      }}
      whyNotEdited={(product, position) =>
        mayEdit ? whyNotEdited(props, product, columnOf(position)) : null
      }
      onTexts={(cells, origin) => {
        if (mayEdit) void stageTexts({ list, edits, columnAt: columnOf }, cells, origin);
      }}
      onPaste={(...paste) => importPaste(props, ...paste)}
      onKeep={(product, position) => {
        const column = columnOf(position);
        const cell = column === undefined ? undefined : edits.staged.get(stagedCellKey(product.id, column));
        if (cell?.met !== undefined && mayEdit) void edits.keepMine([cell]);
      }}
      handle={props.handle}
      isInLines={isInLines}
      ticks={props.ticks}
      tree={treeOf(props)}
      onEnd={() => {
        if (list.hasMore && !list.isLoadingMore) list.more();
      }}
    />
  );
}

/** Offers to import a paste that is too large to stage, or is of other products; returns true for these. */
function importPaste(
  { list, mayEdit, onImport }: ProductGridProps,
  ...[block, at, size]: Parameters<SheetProps<GridProduct>['onPaste']>
): boolean {
  const pasted = { block, ...at };
  const skus = (list.items ?? []).map(({ sku }) => sku);
  if (mayEdit && (size.cells > MAX_STAGED || hasOtherProducts(pasted, skus))) {
    onImport(pasted);
    return true;
  }
  if (size.dropped > 0)
    notifySuccess(
      t(
        '{count, plural, one {# cell does} other {# cells do}} not fit. Paste rows with their SKUs into the column SKU to create products.',
        { count: size.dropped },
      ),
    );
  return false;
}

/** Returns the families as levels of the sheet; undefined where all products are listed beside each other. */
function treeOf({ families }: ProductGridProps): RowTree<GridProduct> | undefined {
  if (families === null) return undefined;
  return {
    depthOf: familyDepth,
    isOpen: (product) => (product.type === 'MODEL' ? families.isOpen(product) : null),
    onToggle: families.toggle,
  };
}
