import { useRef, useState } from 'react';
import type { MediaFile } from '../media-documents.ts';

const NONE: ReadonlySet<string> = new Set();

/** Returns the selected files, by code. They stay selected when a filter hides them. */
export function useFileSelection(rows: readonly MediaFile[]) {
  const [codes, setCodes] = useState(NONE);
  const last = useRef<string | null>(null);
  const change = (some: readonly string[], isOn: boolean) =>
    setCodes((old) =>
      isOn ? new Set([...old, ...some]) : new Set([...old].filter((code) => !some.includes(code))),
    );
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
        return change([code], !codes.has(code));
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      change(
        range.map((row) => row.code),
        true,
      );
    },
    set: (some: Iterable<string>) => setCodes(new Set(some)),
    remove: (some: readonly string[]) => change(some, false),
    clear: () => setCodes(NONE),
  };
}

export type FileSelection = ReturnType<typeof useFileSelection>;
