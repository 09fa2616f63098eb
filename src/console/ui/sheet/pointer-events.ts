import type { MouseEvent } from 'react';
import { type Position, selectCell } from './selection.ts';
import type { SheetState } from './use-sheet.ts';

interface TargetEvent {
  readonly target: EventTarget;
}

/** Returns the cell that an event happened in. */
export function positionOf({ target }: TargetEvent): Position | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.sheet-cell[data-row]') : null;
  if (cell === null) return null;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Returns true for events in an editor or in the titles. */
export const isTyping = ({ target }: TargetEvent) => isIn(target, '[data-edited], [role=columnheader]');

export const isInNote = (target: EventTarget | null) => isIn(target, '.cell-note');

/** Selects the cell that the pointer is pressed on; with Shift, all cells up to it. */
export function pressPointer<Row>(event: MouseEvent, { selection, editing, focus }: SheetState<Row>) {
  // A press on the grip begins to drag the row.
  if (isIn(event.target, '.ordered-grip')) return;
  if (isIn(event.target, '.sheet-tick[data-row]')) {
    // The grid keeps the focus; the click ticks.
    event.preventDefault();
    return focus();
  }
  const position = positionOf(event);
  if (position === null || event.button !== 0 || isTyping(event)) return;
  if (!isIn(event.target, 'a')) event.preventDefault();
  focus();
  editing.stop();
  selection.select(event.shiftKey ? { active: selection.active, rangeEnd: position } : selectCell(position));
}

/** Selects all cells up to the one that the pointer is dragged to. */
export function dragPointer<Row>(event: MouseEvent, { selection }: SheetState<Row>): void {
  const position = event.buttons === 1 && !isTyping(event) ? positionOf(event) : null;
  if (position === null) return;
  const { active, rangeEnd, select } = selection;
  if (position.row !== rangeEnd.row || position.column !== rangeEnd.column)
    select({ active, rangeEnd: position });
}

/** Edits the cell of a double click. */
export function doubleClick<Row>(event: MouseEvent, { editing }: SheetState<Row>): void {
  if (positionOf(event) !== null && !isTyping(event) && !isIn(event.target, 'button')) editing.edit(null);
}

/** Stores the selection for *Back* before a link is followed. */
export function clickLink<Row>({ target }: MouseEvent, { selection }: SheetState<Row>): void {
  if (isIn(target, 'a')) selection.store();
}
