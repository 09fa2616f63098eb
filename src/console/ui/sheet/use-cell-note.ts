import { useState } from 'react';
import type { Position, Selection } from './selection.ts';
import { cellId } from './sheet-row.tsx';
import type { SheetProps } from './sheet-types.ts';
import type { CellEditing } from './use-cell-editing.ts';
import type { SheetSelection } from './use-selection.ts';

/**
 * Returns the note of the rejected cell below the pointer, or of the active one; otherwise the hint why no text was typed
 * into it. A selection ends the hint, and shows closed notes again.
 */
export function useCellNote<Row>(
  sheetId: string,
  { active, value: selection }: SheetSelection<Row>,
  { editor }: CellEditing,
  { rows, columns, cellOf }: SheetProps<Row>,
) {
  const [pointed, setPointed] = useState<Position | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  /** The cell whose note was closed by Escape. */
  const [closed, setClosed] = useState<{ readonly cell: string; readonly selection: Selection } | null>(null);
  const [hint, setHint] = useState<{ readonly text: string; readonly selection: Selection } | null>(null);

  /** Returns the rejected cell at a position, and why it is. */
  const refusalAt = (position: Position | null) => {
    const row = position === null ? undefined : rows[position.row];
    if (position === null || row === undefined || position.column >= columns.length) return [];
    const { tone, note, remedy } = cellOf(row, position.column);
    const cell = cellId(sheetId, position.row, position.column);
    const isClosed = closed !== null && closed.selection === selection && closed.cell === cell;
    return tone === 'refused' && note !== undefined && !isClosed
      ? [{ ...position, cell, note, remedy, isHint: false }]
      : [];
  };
  const cell = cellId(sheetId, active.row, active.column);
  const [note] = [
    ...refusalAt(pointed),
    ...refusalAt(hasFocus && editor === null ? active : null),
    ...(hint !== null && hint.selection === selection && hasFocus
      ? [{ ...active, cell, note: hint.text, remedy: undefined, isHint: true }]
      : []),
  ];
  return {
    note,
    /** Shows why no text was typed into the active cell. */
    showHint: (text: string | null) => setHint(text === null ? null : { text, selection }),
    /** Closes the note until something is selected. */
    close: () => {
      setHint(null);
      if (note !== undefined) setClosed({ cell: note.cell, selection });
    },
    /** Shows the note of the cell below the pointer. */
    point: (position: Position | null) => {
      const [refusal = null] = refusalAt(position);
      if (refusal?.cell !== note?.cell || pointed !== null) setPointed(refusal);
    },
    leave: () => setPointed(null),
    setHasFocus,
  };
}
