import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../i18n/translate.ts';
import {
  boundsOf,
  type CellChange,
  cellsOf,
  copyCells,
  type MatrixPosition,
  type MatrixRange,
  nextPosition,
  pasteCells,
  toggleCells,
} from './matrix-model.ts';
import type { MatrixActions, MatrixColumn, MatrixRow } from './matrix-types.ts';

const at = (position: MatrixPosition): MatrixRange => ({ anchor: position, focus: position });

/** Returns the position of the cell that an element is in. */
function positionOf(element: EventTarget): MatrixPosition | null {
  const cell = element instanceof Element ? element.closest<HTMLElement>('[data-cell]') : null;
  if (cell === null) return null;
  const [row = -1, column = -1] = (cell.dataset.cell ?? '').split('/').map(Number);
  return { row, column };
}

/** Moves through the cells of a matrix, and selects, switches, copies and pastes them. */
export function useMatrix(
  rows: readonly MatrixRow[],
  columns: readonly MatrixColumn[],
  actions: MatrixActions | null,
) {
  const table = useRef<HTMLTableElement>(null);
  const [storedRange, setRange] = useState<MatrixRange>(at({ row: 0, column: 0 }));
  const [message, setMessage] = useState('');
  // A row that moves takes the focus along.
  const [followedRow, setFollowedRow] = useState<string | null>(null);
  const size = { rows: rows.length, columns: columns.length };
  const inside = ({ row, column }: MatrixPosition) => ({ row: Math.min(row, size.rows - 1), column });
  const range = { anchor: inside(storedRange.anchor), focus: inside(storedRange.focus) };
  const order = rows.map(({ key }) => key).join('\n');
  const focusCell = ({ row, column }: MatrixPosition) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}/${column}"]`)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the followed row is looked up once the order has changed.
  useLayoutEffect(() => {
    const row = rows.findIndex(({ key }) => key === followedRow);
    if (row === -1) return;
    const position = { row, column: range.focus.column };
    setRange(at(position));
    setFollowedRow(null);
    focusCell(position);
  }, [order]);
  const isOn = ({ row, column }: MatrixPosition) => (rows[row]?.cells[column] ?? 'off') !== 'off';
  const set = (changes: readonly CellChange[]) => {
    if (actions === null || changes.length === 0) return;
    actions.onSet(
      changes.map(({ row, column, isOn: becomesOn }) => ({
        row: rows[row]?.key ?? '',
        column: columns[column]?.key ?? '',
        isOn: becomesOn,
      })),
    );
    setMessage(t('{count, plural, one {# cell} other {# cells}} changed', { count: changes.length }));
  };
  const toggle = (one: MatrixRange) => set(toggleCells(cellsOf(one, size), isOn));
  const select = (focus: MatrixPosition, extends_: boolean) => {
    setRange(extends_ ? { anchor: range.anchor, focus } : at(focus));
    focusCell(focus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Buttons in heads have their own keys.
    if (!(event.target instanceof HTMLElement) || event.target.dataset.cell === undefined) return;
    const row = rows[range.focus.row];
    if (event.altKey) {
      const way = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
      if (way === null || row === undefined || actions?.onMove === undefined) return;
      event.preventDefault();
      setFollowedRow(row.key);
      actions.onMove(row.key, way);
      return;
    }
    const isFar = event.ctrlKey || event.metaKey;
    const next = nextPosition(range.focus, event.key, isFar, size);
    if (next !== null) select(next, event.shiftKey);
    else if (event.key === ' ' || (event.key === 'Enter' && range.focus.column !== -1)) toggle(range);
    else if (event.key === 'Delete' && range.focus.column === -1 && row !== undefined)
      actions?.onRemove?.(row.key);
    else if (event.key === 'a' && isFar)
      setRange({ anchor: { row: 0, column: 0 }, focus: { row: size.rows - 1, column: size.columns - 1 } });
    else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const focus = positionOf(target);
    if (focus === null || (target as HTMLElement).dataset.cell === undefined) return;
    setRange((old) => (old.focus.row === focus.row && old.focus.column === focus.column ? old : at(focus)));
  };
  const onClick = (event: MouseEvent) => {
    const position = positionOf(event.target);
    if (position === null || (event.target as Element).closest('button, a, input') !== null) return;
    select(position, event.shiftKey);
    if (!event.shiftKey && position.column !== -1) toggle(at(position));
  };
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', copyCells(range, size, isOn));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const changes = pasteCells(event.clipboardData.getData('text/plain'), range, size);
    set(changes.filter((cell) => isOn(cell) !== cell.isOn));
  };
  const bounds = boundsOf(range, size);
  const isRange = range.focus.column !== -1 || range.anchor.column !== -1;
  return {
    table,
    range,
    message,
    handlers: { onKeyDown, onFocus, onClick, onCopy, onPaste },
    /** Returns the selected columns of a row: `0-2`; empty for none. */
    selectionOf: (row: number) =>
      isRange && bounds.firstRow <= row && row <= bounds.lastRow
        ? `${bounds.firstColumn}-${bounds.lastColumn}`
        : '',
  };
}
