/** A cell by its row and column, both from 0. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** Numbers of rows and columns. */
export interface SheetSize {
  readonly rows: number;
  readonly columns: number;
}

/** The selected cells: a rectangle between the active cell, where typing goes, and the cell at its other end. */
export interface Selection {
  readonly active: Position;
  readonly rangeEnd: Position;
}

/** A rectangle of cells, its edges included. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export const selectCell = (active: Position): Selection => ({ active, rangeEnd: active });

export const toRange = ({ active, rangeEnd: end }: Selection): CellRange => ({
  top: Math.min(active.row, end.row),
  left: Math.min(active.column, end.column),
  bottom: Math.max(active.row, end.row),
  right: Math.max(active.column, end.column),
});

export const rangeSize = ({ top, left, bottom, right }: CellRange): SheetSize => ({
  rows: bottom - top + 1,
  columns: right - left + 1,
});

const clamp = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));

/** Returns the nearest position inside. */
export const clampPosition = ({ row, column }: Position, extent: SheetSize): Position => ({
  row: clamp(row, extent.rows),
  column: clamp(column, extent.columns),
});

/** A key as the browser reports it. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  /** True if Control or Command is pressed. */
  readonly isCommand: boolean;
}

/** Returns the position that a key leads to; null if the key does not move. */
function movePosition(
  from: Position,
  { key, isCommand }: KeyPress,
  extent: SheetSize,
  page: number,
): Position | null {
  const { row, column } = from;
  const [lastRow, lastColumn] = [extent.rows - 1, extent.columns - 1];
  switch (key) {
    case 'ArrowUp':
      return { row: isCommand ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isCommand ? lastRow : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isCommand ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isCommand ? lastColumn : column + 1 };
    case 'PageUp':
      return { row: row - page, column };
    case 'PageDown':
      return { row: row + page, column };
    case 'Home':
      return { row: isCommand ? 0 : row, column: 0 };
    case 'End':
      return { row: isCommand ? lastRow : row, column: lastColumn };
    default:
      return null;
  }
}

/**
 * Returns the selection after a key: arrows, Page, Home and End move the active cell; with Shift they move the other
 * end; Ctrl-A selects everything.
 *
 * @param page number of rows that Page Up and Page Down move
 * @returns null where the key does not select
 */
export function selectByKey(
  selection: Selection,
  key: KeyPress,
  extent: SheetSize,
  page: number,
): Selection | null {
  if (extent.rows === 0 || extent.columns === 0) return null;
  if (key.isCommand && key.key.toLowerCase() === 'a')
    return {
      active: { row: 0, column: 0 },
      rangeEnd: { row: extent.rows - 1, column: extent.columns - 1 },
    };
  const next = movePosition(key.shiftKey ? selection.rangeEnd : selection.active, key, extent, page);
  if (next === null) return null;
  const end = clampPosition(next, extent);
  return key.shiftKey ? { active: selection.active, rangeEnd: end } : selectCell(end);
}
