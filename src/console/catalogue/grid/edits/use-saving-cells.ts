import { useEffect, useState } from 'react';
import type { StagedCell, StagedCells } from './staged-cells.ts';

/** Milliseconds for which the message that a cell was saved is shown. */
const SAVED_NOTICE_MS = 3_000;

/** Returns the cells that are being saved at once, which nobody has to do anything about. */
export function useSavingCells() {
  const [cells, setCells] = useState<ReadonlySet<StagedCell>>(new Set());
  const [isSaved, setIsSaved] = useState(false);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setIsSaved(false), SAVED_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  return {
    state: cells.size > 0 ? ('saving' as const) : isSaved ? ('saved' as const) : null,
    start: (cell: StagedCell) => {
      setIsSaved(false);
      setCells((before) => new Set([...before, cell]));
    },
    /**
     * Ends the saving of a cell.
     *
     * @param isDone true if it was saved
     */
    end: (cell: StagedCell, isDone: boolean) => {
      setCells((before) => new Set([...before].filter((other) => other !== cell)));
      setIsSaved(isDone);
    },
    without: (staged: StagedCells): StagedCells =>
      cells.size === 0 ? staged : new Map([...staged].filter(([, cell]) => !cells.has(cell))),
  };
}
