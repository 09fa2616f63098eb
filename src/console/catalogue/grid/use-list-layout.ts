import { useState, useSyncExternalStore } from 'react';

const STORAGE_KEY = 'catalograph-products-as-table';
const narrow = matchMedia('(max-width: 30em)');

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/**
 * Returns the layout of rows, and its switch: two lines instead of columns on phones, unless this browser prefers a
 * table.
 */
export function useListLayout() {
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  const [isTable, setIsTable] = useState(() => localStorage.getItem(STORAGE_KEY) === 'true');
  return {
    isNarrow,
    isInLines: isNarrow && !isTable,
    toggle: () => {
      localStorage.setItem(STORAGE_KEY, String(!isTable));
      setIsTable(!isTable);
    },
  };
}
