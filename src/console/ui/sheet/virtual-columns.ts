import type { SheetColumn } from './sheet-types.ts';

export interface PositionedColumn extends SheetColumn {
  /** Its position among all columns, from 0. */
  readonly position: number;
  /** Distance from the start of the row. */
  readonly offset: number;
  /** Value by which styles recognize the column. */
  readonly pinned: 'inside' | 'last' | undefined;
}

/** A column that is drawn, with the pixels between it and the one drawn before it. */
export interface RenderedColumn {
  readonly column: PositionedColumn;
  readonly gap: number;
}

/** Pixels to both sides of the view in which columns are drawn, so that quick scrolling shows no gaps. */
const OVERSCAN_PX = 240;

/**
 * Returns columns with their distances from the start, the pinned ones first, after what stands before them.
 *
 * @param most latest end of the pinned columns, so that in a narrow window there is something to scroll
 */
export function positionColumns(
  columns: readonly SheetColumn[],
  before: number,
  most: number,
): readonly PositionedColumn[] {
  let offset = before;
  const columnOffsets = columns.map((column, position) => {
    const start = offset;
    offset += column.width;
    return { ...column, position, offset: start, isPinned: column.isPinned === true && offset <= most };
  });
  return columnOffsets.map((column, position) => {
    const pinned = !column.isPinned ? undefined : columnOffsets[position + 1]?.isPinned ? 'inside' : 'last';
    return { ...column, pinned };
  });
}

/**
 * Returns the columns beside the pinned ones that are in view, or nearly.
 *
 * @param start beginning of the view, in pixels from the start of a row; pinned columns cover the rest
 * @param end end of the view
 * @returns the first column, and the one after the last
 */
export function visibleColumnRange(
  columns: readonly PositionedColumn[],
  start: number,
  end: number,
): { readonly left: number; readonly right: number } {
  const pinned = columns.filter(({ isPinned }) => isPinned).length;
  const covered = columns[pinned]?.offset ?? 0;
  const isBefore = ({ offset, width }: PositionedColumn) => offset + width <= start + covered - OVERSCAN_PX;
  const firstIndex = columns.findIndex((column, position) => position >= pinned && !isBefore(column));
  if (firstIndex === -1) return { left: pinned, right: columns.length };
  const right = columns.findIndex(
    ({ offset }, position) => position > firstIndex && offset >= end + OVERSCAN_PX,
  );
  return { left: firstIndex, right: right === -1 ? columns.length : right };
}

/**
 * Returns the columns of a row to draw, in their order: the pinned ones, those in the window, and those that are drawn
 * wherever they are.
 */
export function columnsToRender(
  columns: readonly PositionedColumn[],
  { left, right }: { readonly left: number; readonly right: number },
  always: readonly number[] = [],
): readonly RenderedColumn[] {
  const visibleColumns = columns.filter(
    ({ isPinned, position }) =>
      isPinned || (position >= left && position < right) || always.includes(position),
  );
  return visibleColumns.map((column, index) => {
    const before = visibleColumns[index - 1];
    const end = before === undefined ? (columns[0]?.offset ?? 0) : before.offset + before.width;
    return { column, gap: column.offset - end };
  });
}
