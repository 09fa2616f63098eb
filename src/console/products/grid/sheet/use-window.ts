import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height of every row, in CSS pixels; the style sheet has the same. */
export const ROW_HEIGHT = 36;
/** Rows that are drawn above and below those in view, so that quick scrolling shows no gaps. */
const MARGIN = 10;
/** The window moves by this many rows, so that most steps of scrolling draw nothing. */
const STEP = 5;

export interface RowWindow {
  readonly first: number;
  /** The row after the last. */
  readonly end: number;
  /** How many whole rows are in view. */
  readonly page: number;
}

/** The rows that are drawn: those in view of a scrolling element, and some more. */
export function useWindow(element: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [{ first, inView }, setView] = useState({ first: 0, inView: 20 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const top = Math.floor(current.scrollTop / ROW_HEIGHT / STEP) * STEP;
      const rows = Math.ceil(current.clientHeight / ROW_HEIGHT);
      setView((before) =>
        before.first === top && before.inView === rows ? before : { first: top, inView: rows },
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
  }, [element]);
  return {
    first: Math.max(0, Math.min(first, count - inView) - MARGIN),
    end: Math.min(count, first + inView + STEP + MARGIN),
    page: Math.max(1, inView - 2),
  };
}
