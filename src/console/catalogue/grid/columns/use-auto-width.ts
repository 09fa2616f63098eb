import { useEffect, useState } from 'react';
import type { SheetCell, SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import { type AutoWidthInput, autoWidth, createTextMeasure } from '../../columns/auto-width.ts';

/** Text about as wide as the mark that styles draw before values of a model. */
const INHERITED_PREFIX = '↑  ';
/** Number of rows that are measured: as many as the first page of a list has. */
const MEASURED_ROWS = 100;

const createAutoWidthState = () => ({ measure: createTextMeasure(), widths: new Map<string, number>() });

/**
 * Gives columns without a width of their own the one that their texts need. Columns only grow while the list is shown, so
 * that nothing moves back and forth with each search.
 */
export function useAutoWidth(): <Row>(
  columns: readonly SheetColumn[],
  rows: readonly Row[],
  cellOf: (row: Row, position: number) => SheetCell,
  limitsOf: (column: SheetColumn) => Pick<AutoWidthInput, 'beside' | 'weight' | 'most'> | null,
) => readonly SheetColumn[] {
  const [{ measure, widths }, setFitting] = useState(createAutoWidthState);
  useEffect(() => {
    if (document.fonts.status === 'loaded') return;
    let isShown = true;
    // Widths that were measured in another font are measured again.
    void document.fonts.ready.then(() => {
      if (isShown) setFitting(createAutoWidthState());
    });
    return () => {
      isShown = false;
    };
  }, []);
  return (columns, rows, cellOf, limitsOf) =>
    columns.map((column, position) => {
      const limits = limitsOf(column);
      if (limits === null) return column;
      const { key, title, hint, sorted } = column;
      const texts = rows.slice(0, MEASURED_ROWS).map((row) => {
        const { text, content, tone } = cellOf(row, position);
        const displayText = typeof content === 'string' ? content : text;
        return tone === 'inherited' ? `${INHERITED_PREFIX}${displayText}` : displayText;
      });
      const fitting: AutoWidthInput = {
        ...limits,
        texts,
        title: hint === undefined ? [title] : [title, hint],
        isSorted: sorted !== undefined,
      };
      const width = Math.max(autoWidth(fitting, measure), widths.get(key) ?? 0);
      widths.set(key, width);
      return { ...column, width };
    });
}
