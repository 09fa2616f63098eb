import { useEffect, useRef } from 'react';

/** Returns true while a dialog is open, beside which the keys of a page do nothing. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;

/**
 * Binds keys that work wherever the focus is on a page, but not beside a dialog.
 *
 * @param keys actions of the keys; one that returns false leaves its key to others
 * @param actionOf the action of a key, which does not change
 */
export function usePageShortcuts<Action extends string>(
  keys: Readonly<Record<Action, () => unknown>>,
  actionOf: (event: KeyboardEvent) => Action | null,
): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = event.defaultPrevented || event.altKey ? null : actionOf(event);
      if (action === null || isDialogOpen()) return;
      if (latest.current[action]() !== false) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [actionOf]);
}
