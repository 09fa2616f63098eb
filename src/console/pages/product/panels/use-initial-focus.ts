import { type RefObject, useEffect } from 'react';

/** Gives the focus to what a drawer is mostly opened for, unless the person is at work elsewhere on the page. */
export function useInitialFocus(control: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.closest('.panel-head') != null;
    if (isThere && isFree) control.current?.focus();
  }, [control, isThere]);
}
