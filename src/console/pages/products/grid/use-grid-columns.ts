import { useMemo } from 'react';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import { sortFieldOf } from '../../../catalogue/grid/columns/grid-head.tsx';
import { sortedColumns } from '../../../catalogue/grid/columns/sorted-columns.ts';
import { useAutoWidth } from '../../../catalogue/grid/columns/use-auto-width.ts';
import type { GridProduct } from '../../../catalogue/search/grid-documents.ts';
import { t } from '../../../i18n/translate.ts';
import type { SheetCell, SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import type { ProductGridProps } from './grid-props.ts';

/** The columns that stay at the start: name and SKU. */
const PINNED_COLUMNS: readonly SheetColumn[] = [
  {
    key: '.label',
    title: t('Product'),
    width: matchMedia('(max-width: 48em)').matches ? 150 : 0,
    isPinned: true,
  },
  { key: '.sku', title: t('SKU'), width: 0, isPinned: true },
];

/** The only column of rows with two lines. */
const LINES: readonly SheetColumn[] = [{ key: '.label', title: t('Product'), width: 0 }];

/** Limits that the pinned columns are fitted to. */
const LIMITS: Readonly<Record<string, NonNullable<GridColumn['limits']>>> = {
  '.label': { beside: 40, weight: 500, most: matchMedia('(min-width: 80em)').matches ? 340 : 280 },
  '.sku': { beside: 0, weight: 400, most: matchMedia('(max-width: 62em)').matches ? 160 : 200 },
};

/** Returns the column of values at a position; undefined for name and SKU. */
export const columnAt = (columns: readonly GridColumn[], position: number): GridColumn | undefined =>
  columns[position - PINNED_COLUMNS.length];

/** Returns the columns of the sheet, as wide as their texts, with their sort. */
export function useGridColumns(
  { list, families, columns, sort, sortable, model, isInLines }: ProductGridProps,
  cellOf: (product: GridProduct, position: number) => SheetCell,
): readonly SheetColumn[] {
  const { nameAttribute } = model;
  const fitColumns = useAutoWidth();
  const sheetColumns = useMemo(() => {
    const all: readonly SheetColumn[] = isInLines ? LINES : [...PINNED_COLUMNS, ...columns];
    return sortedColumns(all, sort, (key) => sortFieldOf(key, columns, sortable, nameAttribute));
  }, [columns, sort, sortable, nameAttribute, isInLines]);
  /** Width in pixels of the number of variants and the button that shows them. */
  const besideName =
    ((list.items ?? []).some(({ type }) => type === 'MODEL') ? 76 : 0) + (families === null ? 0 : 20);
  const limitsOf = (key: string) => {
    const limits = columns.find((column) => column.key === key)?.limits ?? LIMITS[key] ?? null;
    return limits === null || key !== '.label' ? limits : { ...limits, beside: limits.beside + besideName };
  };
  const fitted = fitColumns(sheetColumns, list.items ?? [], cellOf, ({ key, width }) =>
    width > 0 ? null : limitsOf(key),
  );
  const widths = fitted.map(({ width }) => width).join();
  // The same columns as long as their widths are, so that typing draws no row but its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths stand for the fitted columns.
  return useMemo(() => fitted, [sheetColumns, widths]);
}
