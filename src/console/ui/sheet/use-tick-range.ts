import { type ChangeEvent, useRef } from 'react';
import type { SheetProps } from './sheet-types.ts';

/** Returns what ticks rows: a range of them, and those of a changed checkbox; Shift ticks from the last one on. */
export function useTickRange<Row>({ rows, ticks }: SheetProps<Row>) {
  const lastTicked = useRef(0);
  const tickRange = (from: number, to: number, isOn?: boolean) => {
    const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    lastTicked.current = to;
    ticks?.onTick(range, isOn ?? !range.every(ticks.isTicked));
  };
  const tickChanged = ({ target, nativeEvent }: ChangeEvent<HTMLDivElement>) => {
    const cell = (target as Element).closest<HTMLElement>('.sheet-tick');
    if (cell === null) return;
    const { checked: isOn } = target as Element as HTMLInputElement;
    if (cell.dataset.row === undefined) return ticks?.onTick(rows, isOn);
    const row = Number(cell.dataset.row);
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    tickRange(isRange ? lastTicked.current : row, row, isOn);
  };
  return { tickRange, tickChanged };
}
