import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { clampPosition, type Position, rangeSize, type Selection, selectCell, toRange } from './selection.ts';
import type { SheetProps } from './sheet-types.ts';
import { ROW_HEIGHT, type SheetLayout } from './use-sheet-layout.ts';

/** Selection and scroll position with which a sheet was left. */
interface LeftState {
  readonly selection: Selection;
  readonly top: number;
  readonly left: number;
}

const leftStates = new Map<string, LeftState>();

/** Returns the key of the current entry of the browser's history, which *Back* leads to. */
const historyKey = (): string => String(Reflect.get(Object(history.state), '__TSR_key'));

/** Returns the selected cells of a sheet, and what changes them; *Back* restores them. */
export function useSelection<Row>(
  grid: RefObject<HTMLElement | null>,
  layout: SheetLayout,
  { rows, keyOf, tree }: SheetProps<Row>,
) {
  const { extent } = layout;
  const [restored] = useState(() => leftStates.get(historyKey()));
  const [selection, setSelection] = useState<Selection>(
    () => restored?.selection ?? selectCell({ row: 0, column: 0 }),
  );
  const [announcement, announce] = useState('');
  const active = clampPosition(selection.active, extent);

  useLayoutEffect(() => {
    if (restored === undefined) return;
    grid.current?.scrollTo(restored.left, restored.top);
    // The title of the page gets the focus first.
    requestAnimationFrame(() => grid.current?.focus({ preventScroll: true }));
  }, [restored, grid]);

  /** The row that the selection began at, where rows that are opened move it. */
  const anchor = useRef({ index: -1, key: '' });
  useLayoutEffect(() => {
    const row = rows[active.row];
    if (row === undefined) return;
    const key = keyOf(row);
    const { current } = anchor;
    anchor.current = { index: active.row, key };
    if (tree === undefined || current.index !== active.row || current.key === key) return;
    const index = rows.findIndex((other) => keyOf(other) === current.key);
    if (index === -1) return;
    anchor.current = { index, key: current.key };
    setSelection(selectCell({ row: index, column: active.column }));
  });

  return {
    /** Changes its identity with every selection. */
    value: selection,
    active,
    activeRow: rows[active.row],
    rangeEnd: selection.rangeEnd,
    range: toRange({ active, rangeEnd: clampPosition(selection.rangeEnd, extent) }),
    /** Text for screen readers. */
    announcement,
    announce,
    /** Selects cells, and scrolls to the last one. */
    select: (next: Selection) => {
      setSelection(next);
      const { rows: height, columns: width } = rangeSize(toRange(next));
      announce(
        height * width > 1 ? t('{rows} × {columns} cells selected', { rows: height, columns: width }) : '',
      );
      reveal(grid.current, next.rangeEnd, layout);
    },
    /** Stores selection and scroll position for *Back*. */
    store: () => {
      const { scrollTop: top = 0, scrollLeft: left = 0 } = grid.current ?? {};
      leftStates.set(historyKey(), { selection, top, left });
    },
  };
}

export type SheetSelection<Row> = ReturnType<typeof useSelection<Row>>;

/** Scrolls so that a cell is in view, beside the pinned columns. */
function reveal(grid: HTMLElement | null, { row, column: position }: Position, layout: SheetLayout): void {
  const { columns, rowHeight, pinnedWidth } = layout;
  const column = columns[position];
  if (grid === null || column === undefined) return;
  const top = row * rowHeight;
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + rowHeight > grid.scrollTop + grid.clientHeight - ROW_HEIGHT)
    grid.scrollTop = top + rowHeight - grid.clientHeight + ROW_HEIGHT;
  if (column.isPinned) return;
  if (column.offset < grid.scrollLeft + pinnedWidth) grid.scrollLeft = column.offset - pinnedWidth;
  else if (column.offset + column.width > grid.scrollLeft + grid.clientWidth)
    grid.scrollLeft = column.offset + column.width - grid.clientWidth;
}
