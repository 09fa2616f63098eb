import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { SheetSize } from './selection.ts';
import { CHECKBOX_WIDTH } from './sheet-row.tsx';
import type { SheetColumn, SheetProps } from './sheet-types.ts';
import { type PositionedColumn, positionColumns, visibleColumnRange } from './virtual-columns.ts';

/** The height of every row, in CSS pixels, and of one with two lines; the style sheet has the same. */
export const ROW_HEIGHT = 36;
const LIST_ROW_HEIGHT = 56;
/** Number of rows that are drawn above and below those in view, so that quick scrolling shows no gaps. */
const OVERSCAN_ROWS = 6;
/** The window moves by this many rows, and by this many pixels across, so that most steps of scrolling draw nothing. */
const ROW_STEP = 2;
const COLUMN_STEP_PX = 120;
/** Maximum share of the width that pinned columns take. */
const PINNED_SHARE = 0.85;

interface VirtualWindow {
  readonly first: number;
  /** The row after the last. */
  readonly end: number;
  /** Number of whole rows in view. */
  readonly page: number;
  /** The first column that is drawn beside the pinned ones. */
  readonly left: number;
  /** The column after the last. */
  readonly right: number;
}

/** Visible part of a scrolling element, in rows and pixels. */
interface Viewport {
  readonly first: number;
  readonly inView: number;
  readonly start: number;
  readonly width: number;
}

/** Returns the visible part of a scrolling element. */
function useViewport(element: RefObject<HTMLElement | null>, rowHeight: number): Viewport {
  const [view, setView] = useState({ first: 0, inView: 20, start: 0, width: 1200 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const next = {
        first: Math.floor(current.scrollTop / rowHeight / ROW_STEP) * ROW_STEP,
        inView: Math.ceil(current.clientHeight / rowHeight),
        start: Math.floor(current.scrollLeft / COLUMN_STEP_PX) * COLUMN_STEP_PX,
        width: current.clientWidth,
      };
      setView((before) =>
        before.first === next.first &&
        before.inView === next.inView &&
        before.start === next.start &&
        before.width === next.width
          ? before
          : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, [element, rowHeight]);
  return view;
}

/** Returns the cells that are drawn: those in view, and some more. */
function toVirtualWindow(
  { first, inView, start, width }: Viewport,
  count: number,
  columns: readonly PositionedColumn[],
): VirtualWindow {
  return {
    first: Math.max(0, Math.min(first, count - inView) - OVERSCAN_ROWS),
    end: Math.min(count, first + inView + ROW_STEP + OVERSCAN_ROWS),
    page: Math.max(1, inView - 2),
    ...visibleColumnRange(columns, start, start + width + COLUMN_STEP_PX),
  };
}

/** Widths, heights and positions of the columns and rows of a sheet, and those in view. */
export interface SheetLayout extends VirtualWindow {
  readonly extent: SheetSize;
  readonly columns: readonly PositionedColumn[];
  /** Height of a row, in CSS pixels. */
  readonly rowHeight: number;
  /** Width of all columns, with the checkboxes before them. */
  readonly width: number;
  readonly pinnedWidth: number;
}

/** Returns the layout of a sheet, which follows its size and its scrolling. */
export function useSheetLayout<Row>(
  grid: RefObject<HTMLElement | null>,
  { columns: own, rows, ticks, isInLines = false }: SheetProps<Row>,
): SheetLayout {
  const rowHeight = isInLines ? LIST_ROW_HEIGHT : ROW_HEIGHT;
  const before = ticks === undefined ? 0 : CHECKBOX_WIDTH;
  const view = useViewport(grid, rowHeight);
  const mostPinned = view.width * PINNED_SHARE;
  const columns = useMemo(() => {
    const whole = (column: SheetColumn) => ({ ...column, width: view.width - before });
    return positionColumns(isInLines ? own.map(whole) : own, before, mostPinned);
  }, [own, before, mostPinned, isInLines, view.width]);
  const sumOf = (some: readonly PositionedColumn[]) => some.reduce((sum, { width }) => sum + width, before);
  return {
    ...toVirtualWindow(view, rows.length, columns),
    extent: { rows: rows.length, columns: columns.length },
    columns,
    rowHeight,
    width: sumOf(columns),
    pinnedWidth: sumOf(columns.filter(({ isPinned }) => isPinned)),
  };
}
