import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height of every row, in CSS pixels; the style sheet has the same. */
export const TREE_ROW_HEIGHT = 32;
/** Number of rows that are drawn above and below those in view, so that quick scrolling shows no gaps. */
const OVERSCAN_ROWS = 8;

/** Returns the range of rows of a scrolling element that are drawn; `end` is the row after the last. */
export function useRowWindow(element: RefObject<HTMLElement | null>, count: number) {
  const [view, setView] = useState({ top: 0, inView: 24 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () =>
      setView((before) => {
        const top = Math.floor(current.scrollTop / TREE_ROW_HEIGHT);
        const inView = Math.ceil(current.clientHeight / TREE_ROW_HEIGHT);
        return before.top === top && before.inView === inView ? before : { top, inView };
      });
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
    first: Math.max(0, view.top - OVERSCAN_ROWS),
    end: Math.min(count, view.top + view.inView + OVERSCAN_ROWS),
  };
}

/** Scrolls an element so that a row is in view. */
export function scrollToRow(element: HTMLElement | null, index: number): void {
  if (element === null || index < 0) return;
  const top = index * TREE_ROW_HEIGHT;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + TREE_ROW_HEIGHT > element.scrollTop + element.clientHeight)
    element.scrollTop = top + TREE_ROW_HEIGHT - element.clientHeight;
}
