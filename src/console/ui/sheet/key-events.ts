import type { KeyboardEvent } from 'react';
import { planFillDown, rangeCells } from './paste-and-fill.ts';
import { isTyping } from './pointer-events.ts';
import { selectByKey, selectCell } from './selection.ts';
import { noteId } from './sheet-row.tsx';
import type { SheetState } from './use-sheet.ts';

/** The effect of a key; null if it has none. */
type Action = (() => void) | null;

/** Performs what a key does; other keys are left to the page. */
export function pressKey<Row>(event: KeyboardEvent, sheet: SheetState<Row>) {
  const { key, altKey } = event;
  const { notes, selection, props } = sheet;
  if (key !== 'F8' && isTyping(event)) return;
  if (key === 'Escape' && notes.note !== undefined) return notes.close();
  const action = actionOf(event, sheet);
  if (action !== null) {
    event.preventDefault();
    return action();
  }
  const { active, activeRow } = selection;
  if (isCharacter(event) && !altKey && activeRow !== undefined && /[\p{L}\p{N}]/u.test(key))
    notes.showHint(props.whyNotEdited(activeRow, active.column));
}

const isCommand = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

const isCharacter = (event: KeyboardEvent): boolean => event.key.length === 1 && !isCommand(event);

function actionOf<Row>(event: KeyboardEvent, sheet: SheetState<Row>): Action {
  const { key, altKey } = event;
  if (key === 'F8') return () => selectNextRefused(sheet);
  if (key === 'Tab') return focusLinkOfNote(event, sheet);
  if (altKey) return moveRows(event, sheet) ?? (key === 'ArrowDown' ? () => openHeaderMenu(sheet) : null);
  return (
    moveInTree(event, sheet) ?? moveSelection(event, sheet) ?? tickRows(event, sheet) ?? change(event, sheet)
  );
}

/** Selects the next rejected cell, and begins anew after the last one. */
export function selectNextRefused<Row>({ props, layout, selection, editing, focus }: SheetState<Row>) {
  const { rows, cellOf } = props;
  const { active, select } = selection;
  const { length: width } = layout.columns;
  const size = rows.length * width;
  const from = active.row * width + active.column;
  for (let step = 1; step <= size; step += 1) {
    const index = (from + step) % size;
    const position = { row: Math.floor(index / width), column: index % width };
    const row = rows[position.row];
    if (row === undefined || cellOf(row, position.column).tone !== 'refused') continue;
    // An editor that loses the focus keeps the typed text.
    focus();
    editing.stop();
    return select(selectCell(position));
  }
}

/** Goes from the grid to the link of the note, which is not below it in the page. */
function focusLinkOfNote<Row>(event: KeyboardEvent, { id, grid }: SheetState<Row>): Action {
  const link = document.getElementById(noteId(id))?.querySelector('a');
  return !event.shiftKey && event.target === grid.current && link ? () => link.focus() : null;
}

/** Moves the selected rows; the selection goes with them. */
function moveRows<Row>({ key }: KeyboardEvent, { props, layout, selection }: SheetState<Row>): Action {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  const { onMove } = props;
  if (by === undefined || onMove === undefined) return null;
  const { active, rangeEnd, range, select } = selection;
  if (range.top + by < 0 || range.bottom + by >= layout.extent.rows) return () => undefined;
  return () => {
    onMove(range.top, range.bottom, by);
    select({
      active: { ...active, row: active.row + by },
      rangeEnd: { ...rangeEnd, row: rangeEnd.row + by },
    });
  };
}

function openHeaderMenu<Row>({ grid, selection }: SheetState<Row>): void {
  const { column } = selection.active;
  grid.current?.querySelector<HTMLElement>(`.sheet-title[data-column="${column}"] button`)?.click();
}

/** Opens and closes a row, or goes to the one above it. */
function moveInTree<Row>(event: KeyboardEvent, { props, selection }: SheetState<Row>): Action {
  const { rows, tree } = props;
  const { active, activeRow, select } = selection;
  const { key } = event;
  if (tree === undefined || activeRow === undefined || active.column !== 0) return null;
  if (event.shiftKey || isCommand(event)) return null;
  const isOpen = tree.isOpen(activeRow);
  if ((key === 'ArrowRight' && isOpen === false) || (key === 'ArrowLeft' && isOpen === true))
    return () => tree.onToggle(activeRow);
  if (key !== 'ArrowLeft') return null;
  const depth = tree.depthOf(activeRow);
  const above = rows.findLastIndex((row, index) => index < active.row && tree.depthOf(row) < depth);
  return above === -1 ? null : () => select(selectCell({ row: above, column: 0 }));
}

function moveSelection<Row>(event: KeyboardEvent, { layout, selection }: SheetState<Row>): Action {
  const { key, shiftKey } = event;
  const { active, rangeEnd, select } = selection;
  const pressed = { key, shiftKey, isCommand: isCommand(event) };
  const next = selectByKey({ active, rangeEnd }, pressed, layout.extent, layout.page);
  return next === null ? null : () => select(next);
}

/** Ticks the selected rows. In cells that are edited, Space begins a text; with Shift it ticks everywhere. */
function tickRows<Row>(
  event: KeyboardEvent,
  { props, selection, editing, ticking }: SheetState<Row>,
): Action {
  const { key, shiftKey } = event;
  if (key !== ' ' || isCommand(event) || props.ticks === undefined) return null;
  const { activeRow, range } = selection;
  if (activeRow === undefined || (!shiftKey && editing.isEditable(key))) return null;
  return () => ticking.tickRange(range.top, range.bottom);
}

/** Edits, saves, empties or fills cells. */
function change<Row>(event: KeyboardEvent, { props, selection, editing, textOf }: SheetState<Row>): Action {
  const { key } = event;
  const { active, activeRow, range } = selection;
  if (key === 'Enter' && isCommand(event) && activeRow !== undefined)
    return () => props.onKeep(activeRow, active.column);
  if (key === 'Enter' || key === 'F2') return () => editing.edit(null);
  if (key === 'Delete' || key === 'Backspace') {
    const emptied = rangeCells(range).map((cell) => ({ ...cell, text: '' }));
    return () => props.onTexts(emptied, 'delete');
  }
  if (isCommand(event) && key.toLowerCase() === 'd')
    return () => props.onTexts(planFillDown(range, textOf), 'fill');
  return isCharacter(event) && editing.isEditable(key) ? () => editing.edit(key) : null;
}
