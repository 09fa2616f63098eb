import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'catalograph-details';

/** Windows that have room for the details beside the form. */
const WIDE_WINDOW = matchMedia('(min-width: 85em)');

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  WIDE_WINDOW.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    WIDE_WINDOW.removeEventListener('change', listener);
  };
};
const isOpen = () => WIDE_WINDOW.matches && localStorage.getItem(STORAGE_KEY) !== 'closed';

/**
 * Returns true if the details stand beside the form when no drawer is requested: in wide windows, until somebody closes
 * them.
 */
export const useDetailsOpen = (): boolean => useSyncExternalStore(subscribe, isOpen);

/** Remembers whether the details are wanted, in this browser. */
export function storeDetailsOpen(isWanted: boolean): void {
  if (isWanted) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, 'closed');
  for (const listener of listeners) listener();
}
