import { type ReactNode, useCallback, useMemo } from 'react';
import { overflowNote } from '../../../catalogue/grid/cells/value-cell.tsx';
import type { GridProduct } from '../../../catalogue/search/grid-documents.ts';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import type { SheetCell } from '../../../ui/sheet/sheet-types.ts';
import { lines, Name, productCell, propertyCell } from './cells/grid-cells.tsx';
import type { ProductGridProps } from './grid-props.ts';
import { columnAt } from './use-grid-columns.ts';

/** Returns a function that draws a cell; it is the same as long as its results are. */
export function useGridCells({ row, model, edits, families, isInLines, columns }: ProductGridProps) {
  const { staged, waiting } = edits;
  const { channel, locale, otherChannel, otherLocale } = row;
  const scopes = useMemo(
    () => ({ channel, locale, otherChannel, otherLocale }),
    [channel, locale, otherChannel, otherLocale],
  );
  const price = isInLines ? columns.find(({ cell }) => (cell?.currency ?? null) !== null) : undefined;
  return useCallback(
    (product: GridProduct, position: number): SheetCell => {
      if (isInLines) return lines(product, price, { model, scopes, staged, waiting }, families);
      if (position === 0)
        return pinnedCell(stripBrackets(product.label), <Name product={product} families={families} />);
      if (position === 1)
        return pinnedCell(product.sku, <span className="code sheet-sku">{product.sku}</span>);
      const column = columnAt(columns, position);
      if (column === undefined) return { text: '' };
      return column.cell === null
        ? propertyCell(product, column.key)
        : productCell(product, column, column.cell, { model, scopes, staged, waiting });
    },
    [columns, staged, waiting, isInLines, price, families, scopes, model],
  );
}

/** Returns a cell of name or SKU; its text is shown by the mouse where it may not fit. */
const pinnedCell = (text: string, content: ReactNode): SheetCell => ({
  text,
  content,
  note: overflowNote(text, 16),
});
