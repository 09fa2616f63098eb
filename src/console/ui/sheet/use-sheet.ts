import { useEffect, useId, useRef } from 'react';
import type { Position } from './selection.ts';
import type { SheetProps } from './sheet-types.ts';
import { useCellEditing } from './use-cell-editing.ts';
import { useCellNote } from './use-cell-note.ts';
import { useSelection } from './use-selection.ts';
import { useSheetLayout } from './use-sheet-layout.ts';
import { useTickRange } from './use-tick-range.ts';

/** Number of rows before the last loaded one at which more are loaded. */
const ROWS_AHEAD = 20;

/** Returns the state of a sheet, for what draws it and for its events. */
export function useSheet<Row>(props: SheetProps<Row>) {
  const { rows, count, cellOf, onEnd } = props;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const layout = useSheetLayout(grid, props);
  const selection = useSelection(grid, layout, props);
  const editing = useCellEditing(grid, layout, selection, props);
  const notes = useCellNote(id, selection, editing, props);
  const ticking = useTickRange(props);

  const { end } = layout;
  useEffect(() => {
    if (end >= rows.length - ROWS_AHEAD && rows.length < count) onEnd();
  }, [end, rows.length, count, onEnd]);

  return {
    id,
    grid,
    props,
    layout,
    selection,
    editing,
    notes,
    ticking,
    focus: () => grid.current?.focus({ preventScroll: true }),
    textOf: ({ row, column }: Position) => {
      const rowAt = rows[row];
      return rowAt === undefined ? '' : cellOf(rowAt, column).text;
    },
  };
}

export type SheetState<Row> = ReturnType<typeof useSheet<Row>>;
