import type { CellBlock } from './clipboard.ts';
import { type CellRange, type Position, rangeSize, type Selection, type SheetSize } from './selection.ts';

/** A text for a cell. */
export interface CellText extends Position {
  readonly text: string;
}

/** Origin of texts for cells. */
export type TextOrigin = 'paste' | 'fill' | 'delete';

/** Result of planning a paste. */
export interface PastePlan {
  readonly cells: readonly CellText[];
  /** The cells that it covers. */
  readonly selection: Selection;
  /** Number of pasted cells that would lie below the last row or beside the last column. */
  readonly dropped: number;
}

/**
 * Plans the positions of pasted cells: from the first selected cell on. A selection that the block fits into several
 * times is filled with it, so that one cell fills all that is selected.
 */
export function planPaste(
  block: CellBlock,
  { top, left, bottom, right }: CellRange,
  extent: SheetSize,
): PastePlan {
  const [height, width] = [block.length, block[0]?.length ?? 0];
  const selected = rangeSize({ top, left, bottom, right });
  const isTiled = selected.rows % height === 0 && selected.columns % width === 0;
  const rows = isTiled ? selected.rows : height;
  const columns = isTiled ? selected.columns : width;
  const shownRows = Math.min(rows, extent.rows - top);
  const shownColumns = Math.min(columns, extent.columns - left);
  const cells: CellText[] = [];
  for (let row = 0; row < shownRows; row += 1) {
    for (let column = 0; column < shownColumns; column += 1) {
      const text = block[row % height]?.[column % width] ?? '';
      cells.push({ row: top + row, column: left + column, text });
    }
  }
  return {
    cells,
    selection: {
      active: { row: top, column: left },
      rangeEnd: { row: top + shownRows - 1, column: left + shownColumns - 1 },
    },
    dropped: rows * columns - cells.length,
  };
}

/** Fills the selected rows with the first of them; a single row with the one above. */
export function planFillDown(range: CellRange, textOf: (position: Position) => string): readonly CellText[] {
  const isOne = range.top === range.bottom;
  const source = isOne ? range.top - 1 : range.top;
  if (source < 0) return [];
  return rangeCells({ ...range, top: source + 1 }).map((position) => ({
    ...position,
    text: textOf({ row: source, column: position.column }),
  }));
}

/** Returns all cells of a range, row by row. */
export function rangeCells({ top, left, bottom, right }: CellRange): readonly Position[] {
  const cells: Position[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) cells.push({ row, column });
  return cells;
}

/** Returns the texts of a range, for the clipboard. */
export function copyRange(range: CellRange, textOf: (position: Position) => string): CellBlock {
  const rows: string[][] = [];
  for (const position of rangeCells(range)) {
    if (position.column === range.left) rows.push([]);
    rows.at(-1)?.push(textOf(position));
  }
  return rows;
}
