import type { CellState } from '../../../ui/matrix/matrix-types.ts';
import { ALL_CHANNELS } from './all-channels.ts';

/** Returns the state of a cell: required in all channels makes those of single channels quiet. */
export function cellState(required: ReadonlySet<string>, channel: string, attribute: string): CellState {
  if (channel !== ALL_CHANNELS && required.has(`${ALL_CHANNELS}/${attribute}`)) return 'inherited';
  return required.has(`${channel}/${attribute}`) ? 'on' : 'off';
}

/** Returns what one set of requirements has and the other has not. */
export const difference = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] =>
  [...one].filter((cell) => !other.has(cell));

interface Cell {
  readonly row: string;
  readonly column: string;
  readonly isOn: boolean;
}

/**
 * Returns the requirements after cells are switched. An attribute that is required in all channels and is switched off
 * in one stays required in the others, one by one.
 */
export function switchCells(
  required: ReadonlySet<string>,
  cells: readonly Cell[],
  channels: readonly string[],
): ReadonlySet<string> {
  const next = new Set(required);
  // The column of all channels comes first: cells of single channels are exceptions from it.
  const ordered = cells.toSorted(
    (one, other) => Number(other.column === ALL_CHANNELS) - Number(one.column === ALL_CHANNELS),
  );
  for (const { row, column, isOn } of ordered) {
    const all = `${ALL_CHANNELS}/${row}`;
    if (column === ALL_CHANNELS) {
      if (isOn) next.add(all);
      else next.delete(all);
    } else if (isOn) {
      if (!next.has(all)) next.add(`${column}/${row}`);
    } else {
      if (next.delete(all)) for (const channel of channels) next.add(`${channel}/${row}`);
      next.delete(`${column}/${row}`);
    }
  }
  return next;
}
