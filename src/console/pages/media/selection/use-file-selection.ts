import { useRef, useState } from 'react';
import type { MediaFile } from '../media-documents.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the selected files of a list, by code. Another filter begins without any; until then they stay selected.
 *
 * @param filter key of the filter; a function of an earlier filter changes nothing
 */
export function useFileSelection(rows: readonly MediaFile[], filter: string) {
  const [selected, setSelected] = useState({ filter, codes: NONE });
  const last = useRef<string | null>(null);
  if (selected.filter !== filter) setSelected({ filter, codes: NONE });
  const codes = selected.filter === filter ? selected.codes : NONE;
  const update = (codesAfter: (old: ReadonlySet<string>) => Iterable<string>) =>
    setSelected((old) => (old.filter === filter ? { filter, codes: new Set(codesAfter(old.codes)) } : old));
  const add = (some: readonly string[]) => update((old) => [...old, ...some]);
  const remove = (some: readonly string[]) => {
    const removed = new Set(some);
    update((old) => [...old].filter((code) => !removed.has(code)));
  };
  return {
    codes,
    /**
     * Selects a file, or no longer.
     *
     * @param isRange true to do the same with all files from the last one on
     */
    toggle: (code: string, isRange: boolean) => {
      const [from, to] = [last.current ?? code, code].map((one) => rows.findIndex((row) => row.code === one));
      last.current = code;
      if (!isRange || from === undefined || to === undefined || from === -1)
        return codes.has(code) ? remove([code]) : add([code]);
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      add(range.map((row) => row.code));
    },
    set: (some: Iterable<string>) => update(() => some),
    add,
    remove,
    clear: () => update(() => NONE),
  };
}

export type FileSelection = ReturnType<typeof useFileSelection>;
