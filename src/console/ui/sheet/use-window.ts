import { type RefObject, useLayoutEffect, useState } from 'react';
import type { PlacedColumn } from './columns-in-view.ts';
import { columnsInView } from './columns-in-view.ts';

/** The height of every row, in CSS pixels, and of one with two lines; the style sheet has the same. */
export const ROW_HEIGHT = 36;
export const TWO_LINES_HEIGHT = 56;
/** Number of rows that are drawn above and below those in view, so that quick scrolling shows no gaps. */
const ROW_MARGIN = 6;
/** The window moves by this many rows, and by this many pixels across, so that most steps of scrolling draw nothing. */
const ROW_STEP = 2;
const STEP_ACROSS = 120;

export interface SheetWindow {
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
interface SheetView {
  readonly first: number;
  readonly inView: number;
  readonly start: number;
  readonly width: number;
}

/** Returns the visible part of a scrolling element. */
export function useSheetView(element: RefObject<HTMLElement | null>, rowHeight: number): SheetView {
  const [view, setView] = useState({ first: 0, inView: 20, start: 0, width: 1200 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const next = {
        first: Math.floor(current.scrollTop / rowHeight / ROW_STEP) * ROW_STEP,
        inView: Math.ceil(current.clientHeight / rowHeight),
        start: Math.floor(current.scrollLeft / STEP_ACROSS) * STEP_ACROSS,
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
export function windowOf(
  { first, inView, start, width }: SheetView,
  count: number,
  columns: readonly PlacedColumn[],
): SheetWindow {
  return {
    first: Math.max(0, Math.min(first, count - inView) - ROW_MARGIN),
    end: Math.min(count, first + inView + ROW_STEP + ROW_MARGIN),
    page: Math.max(1, inView - 2),
    ...columnsInView(columns, start, start + width + STEP_ACROSS),
  };
}
