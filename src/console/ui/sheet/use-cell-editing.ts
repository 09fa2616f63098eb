import { type RefObject, useState } from 'react';
import { clampPosition, type Position, selectCell } from './selection.ts';
import type { MoveAfterEdit, SheetProps } from './sheet-types.ts';
import type { SheetSelection } from './use-selection.ts';
import type { SheetLayout } from './use-sheet-layout.ts';

const STEPS: Readonly<Record<Exclude<MoveAfterEdit, 'none'>, Position>> = {
  stay: { row: 0, column: 0 },
  down: { row: 1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
};

/** Returns the editor of the active cell, and what opens and closes it. */
export function useCellEditing<Row>(
  grid: RefObject<HTMLElement | null>,
  { extent }: SheetLayout,
  { active, activeRow, select, store }: SheetSelection<Row>,
  { editorOf, onOpen }: SheetProps<Row>,
) {
  const [typed, setTyped] = useState<{ readonly text: string | null } | null>(null);
  const close = (direction: MoveAfterEdit) => {
    setTyped(null);
    if (direction === 'none') return;
    const step = STEPS[direction];
    select(
      selectCell(clampPosition({ row: active.row + step.row, column: active.column + step.column }, extent)),
    );
    grid.current?.focus({ preventScroll: true });
  };
  const editorFor = (text: string | null) =>
    activeRow === undefined ? null : editorOf(activeRow, active.column, { typed: text, onDone: close });
  const isEditable = (text: string | null) => editorFor(text) !== null;
  return {
    /** It is null while no cell is edited. */
    editor: typed === null ? null : editorFor(typed.text),
    /** Returns true if the active cell has an editor for a text. */
    isEditable,
    /** Edits the active cell, with a typed text or its value; opens the object of a cell that has no editor. */
    edit: (text: string | null) => {
      if (activeRow === undefined) return;
      if (isEditable(text)) return setTyped({ text });
      if (text !== null) return;
      store();
      onOpen(activeRow, active.column);
    },
    /** Closes the editor; the selection stays. */
    stop: () => setTyped(null),
  };
}

export type CellEditing = ReturnType<typeof useCellEditing>;
