import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '../../language/t.ts';
import { CellNote } from './cell-note.tsx';
import { parseHtml, parseTsv, toHtml, toTsv } from './clipboard.ts';
import { drawnColumns, placeColumns } from './columns-in-view.ts';
import { lastPlace, rememberPlace } from './places.ts';
import {
  type Extent,
  type Position,
  rangeOf,
  type Selection,
  selectByKey,
  selectCell,
  sizeOf,
  within,
} from './selection.ts';
import { SheetHead } from './sheet-head.tsx';
import { cellId, noteId, SheetRow, TICK_WIDTH } from './sheet-row.tsx';
import type { Direction, SheetColumn, SheetProps } from './sheet-types.ts';
import { blockOf, cellsOf, planFillDown, planPaste } from './spread.ts';
import { ROW_HEIGHT, TWO_LINES_HEIGHT, useSheetView, windowOf } from './use-window.ts';

/** Maximum share of the width that pinned columns take. */
const PINNED_SHARE = 0.85;

const STEPS: Readonly<Record<Exclude<Direction, 'none'>, Position>> = {
  stay: { row: 0, column: 0 },
  down: { row: 1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
};

/** Returns the cell that an event happened in. */
function positionOf({ target }: { readonly target: EventTarget }): Position | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.sheet-cell[data-row]') : null;
  if (cell === null) return null;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

const isTyping = ({ target }: { readonly target: EventTarget }) =>
  target instanceof Element && target.closest('[data-edited], [role=columnheader]') !== null;

/**
 * Shows a grid of cells as in a spreadsheet: arrow keys and the mouse select, Enter and typing edit, the clipboard
 * copies and pastes. Only cells in view are drawn. The grid has the focus, and names its active cell
 * (`aria-activedescendant`), so that the focus stays when that cell is scrolled away.
 */
export function Sheet<Row>(props: SheetProps<Row>) {
  const { label, rows, count, keyOf, cellOf, headMenu, editorOf, ticks, tree, isInLines = false } = props;
  const height = isInLines ? TWO_LINES_HEIGHT : ROW_HEIGHT;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [place] = useState(lastPlace);
  const [selection, setSelection] = useState<Selection>(
    () => place?.selection ?? selectCell({ row: 0, column: 0 }),
  );
  const [typed, setTyped] = useState<{ readonly text: string | null } | null>(null);
  const [said, setSaid] = useState('');
  const [focusedTitle, setFocusedTitle] = useState<number | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const [pointed, setPointed] = useState<Position | null>(null);
  /** The cell whose note was closed by Escape. */
  const [closed, setClosed] = useState<string | null>(null);
  /** Reason why no text was typed into the active cell. */
  const [hint, setHint] = useState<string | null>(null);
  const before = ticks === undefined ? 0 : TICK_WIDTH;
  const view = useSheetView(grid, height);
  const mostPinned = view.width * PINNED_SHARE;
  const columns = useMemo(() => {
    const whole = (column: SheetColumn) => ({ ...column, width: view.width - before });
    return placeColumns(isInLines ? props.columns.map(whole) : props.columns, before, mostPinned);
  }, [props.columns, before, mostPinned, isInLines, view.width]);
  const { first, end, page, left, right } = windowOf(view, rows.length, columns);
  const pinnedWidth = columns
    .filter(({ isPinned }) => isPinned)
    .reduce((sum, { width }) => sum + width, before);
  const width = columns.reduce((sum, column) => sum + column.width, before);
  const lastTicked = useRef(0);
  const extent: Extent = { rows: rows.length, columns: columns.length };
  const active = within(selection.active, extent);
  const range = rangeOf({ active, end: within(selection.end, extent) });
  const textOf = ({ row, column }: Position) => {
    const found = rows[row];
    return found === undefined ? '' : cellOf(found, column).text;
  };

  /** Stores the position that *Back* leads to. */
  const rememberHere = () => {
    const { scrollTop: top = 0, scrollLeft: left = 0 } = grid.current ?? {};
    rememberPlace({ selection, top, left });
  };
  useLayoutEffect(() => {
    if (place === undefined) return;
    grid.current?.scrollTo(place.left, place.top);
    // The title of the page gets the focus first.
    requestAnimationFrame(() => grid.current?.focus({ preventScroll: true }));
  }, [place]);

  /** The row that the selection began at, where rows that are opened move it. */
  const held = useRef({ index: -1, key: '' });
  useLayoutEffect(() => {
    const row = rows[active.row];
    if (row === undefined) return;
    const key = keyOf(row);
    const { current } = held;
    held.current = { index: active.row, key };
    if (tree === undefined || current.index !== active.row || current.key === key) return;
    const at = rows.findIndex((other) => keyOf(other) === current.key);
    if (at === -1) return;
    held.current = { index: at, key: current.key };
    setSelection(selectCell({ row: at, column: active.column }));
  });

  const { onEnd } = props;
  useEffect(() => {
    if (end >= rows.length - 20 && rows.length < count) onEnd();
  }, [end, rows.length, count, onEnd]);

  const select = (next: Selection) => {
    setSelection(next);
    setClosed(null);
    setHint(null);
    const { rows: tall, columns: wide } = sizeOf(rangeOf(next));
    setSaid(tall * wide > 1 ? t('{rows} × {columns} cells selected', { rows: tall, columns: wide }) : '');
    reveal(next.end);
  };

  /** Scrolls so that a cell is in view, beside the pinned columns. */
  const reveal = ({ row, column }: Position) => {
    const { current } = grid;
    const shown = columns[column];
    if (current === null || shown === undefined) return;
    const head = ROW_HEIGHT;
    const top = row * height;
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + height > current.scrollTop + current.clientHeight - head)
      current.scrollTop = top + height - current.clientHeight + head;
    if (shown.isPinned) return;
    if (shown.offset < current.scrollLeft + pinnedWidth) current.scrollLeft = shown.offset - pinnedWidth;
    else if (shown.offset + shown.width > current.scrollLeft + current.clientWidth)
      current.scrollLeft = shown.offset + shown.width - current.clientWidth;
  };

  const closeEditor = (direction: Direction) => {
    setTyped(null);
    if (direction === 'none') return;
    const step = STEPS[direction];
    select(selectCell(within({ row: active.row + step.row, column: active.column + step.column }, extent)));
    grid.current?.focus({ preventScroll: true });
  };
  const activeRow = rows[active.row];
  const editor =
    typed === null || activeRow === undefined
      ? null
      : editorOf(activeRow, active.column, { typed: typed.text, onDone: closeEditor });
  /** Returns the rejected cell at a position, and why it is. */
  const refusalAt = (position: Position | null) => {
    const row = position === null ? undefined : rows[position.row];
    if (position === null || row === undefined || position.column >= columns.length) return [];
    const { tone, note, remedy } = cellOf(row, position.column);
    const cell = cellId(id, position.row, position.column);
    return tone === 'refused' && note !== undefined && cell !== closed
      ? [{ ...position, cell, note, remedy }]
      : [];
  };
  const [noted] = [
    ...refusalAt(pointed),
    ...refusalAt(hasFocus && editor === null ? active : null),
    ...(hint !== null && hasFocus
      ? [{ ...active, cell: cellId(id, active.row, active.column), note: hint, remedy: undefined }]
      : []),
  ];
  const open = (row: Row) => {
    rememberHere();
    props.onOpen(row, active.column);
  };
  const edit = (text: string | null) => {
    if (activeRow === undefined) return;
    const isEditable = editorOf(activeRow, active.column, { typed: text, onDone: closeEditor }) !== null;
    if (isEditable) setTyped({ text });
    else if (text === null) open(activeRow);
  };

  const tickRange = (from: number, to: number, isOn?: boolean) => {
    const found = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    lastTicked.current = to;
    ticks?.onTick(found, isOn ?? !found.every(ticks.isTicked));
  };
  const tick = ({ target, nativeEvent }: ChangeEvent<HTMLDivElement>) => {
    const cell = (target as Element).closest<HTMLElement>('.sheet-tick');
    if (cell === null) return;
    const { checked: isOn } = target as Element as HTMLInputElement;
    if (cell.dataset.row === undefined) return ticks?.onTick(rows, isOn);
    const row = Number(cell.dataset.row);
    tickRange(
      nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? lastTicked.current : row,
      row,
      isOn,
    );
  };

  /** Goes to the next rejected cell, and begins anew after the last one. */
  const toRefused = () => {
    const size = rows.length * columns.length;
    const from = active.row * columns.length + active.column;
    for (let step = 1; step <= size; step += 1) {
      const at = (from + step) % size;
      const position = { row: Math.floor(at / columns.length), column: at % columns.length };
      const row = rows[position.row];
      if (row === undefined || cellOf(row, position.column).tone !== 'refused') continue;
      // An editor that loses the focus keeps the typed text.
      grid.current?.focus({ preventScroll: true });
      setTyped(null);
      return select(selectCell(position));
    }
  };
  useImperativeHandle(props.handle, () => ({
    toRefused,
    focus: () => grid.current?.focus({ preventScroll: true }),
  }));

  /** Opens and closes a row, or goes to the one above it; false where a key does nothing of that. */
  const moveInTree = (key: string): boolean => {
    if (tree === undefined || activeRow === undefined) return false;
    const isOpen = tree.isOpen(activeRow);
    if ((key === 'ArrowRight' && isOpen === false) || (key === 'ArrowLeft' && isOpen === true)) {
      tree.onToggle(activeRow);
      return true;
    }
    const depth = tree.depthOf(activeRow);
    const above = rows.findLastIndex((row, index) => index < active.row && tree.depthOf(row) < depth);
    if (key !== 'ArrowLeft' || above === -1) return false;
    select(selectCell({ row: above, column: 0 }));
    return true;
  };

  const press = (event: KeyboardEvent) => {
    if (event.key === 'F8') {
      event.preventDefault();
      return toRefused();
    }
    if (isTyping(event)) return;
    if (event.key === 'Escape' && noted !== undefined) {
      setHint(null);
      return setClosed(noted.cell);
    }
    const link = document.getElementById(noteId(id))?.querySelector('a');
    if (event.key === 'Tab' && !event.shiftKey && event.target === grid.current && link) {
      event.preventDefault();
      return link.focus();
    }
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    const isCommand = ctrlKey || metaKey;
    const handle = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (altKey && key === 'ArrowDown') return handle(() => openHeadMenu(grid.current, active.column));
    if (altKey) return;
    if (active.column === 0 && !shiftKey && !isCommand && moveInTree(key)) return event.preventDefault();
    const next = selectByKey({ active, end: selection.end }, { key, shiftKey, isCommand }, extent, page);
    if (next !== null) return handle(() => select(next));
    if (key === ' ' && ticks !== undefined && activeRow !== undefined) {
      // In cells that are edited, Space begins a text; with Shift it ticks everywhere.
      const isText =
        editorOf(activeRow, active.column, { typed: key, onDone: closeEditor }) !== null && !shiftKey;
      if (!isText && !isCommand) return handle(() => tickRange(range.top, range.bottom));
    }
    if (key === 'Enter' && isCommand && activeRow !== undefined)
      return handle(() => props.onKeep(activeRow, active.column));
    if (key === 'Enter' || key === 'F2') return handle(() => edit(null));
    if (key === 'Delete' || key === 'Backspace')
      return handle(() =>
        props.onTexts(
          cellsOf(range).map((cell) => ({ ...cell, text: '' })),
          'delete',
        ),
      );
    if (isCommand && key.toLowerCase() === 'd')
      return handle(() => props.onTexts(planFillDown(range, textOf), 'fill'));
    const isEdited = () =>
      activeRow !== undefined &&
      editorOf(activeRow, active.column, { typed: key, onDone: closeEditor }) !== null;
    // If nothing is edited, keys are left to the page.
    if (key.length !== 1 || isCommand) return;
    if (isEdited()) return handle(() => setTyped({ text: key }));
    if (activeRow !== undefined && /[\p{L}\p{N}]/u.test(key))
      setHint(props.whyNotEdited(activeRow, active.column));
  };

  const copy = (event: ClipboardEvent) => {
    if (isTyping(event)) return;
    event.preventDefault();
    const block = blockOf(range, textOf);
    event.clipboardData.setData('text/plain', toTsv(block));
    event.clipboardData.setData('text/html', toHtml(block));
    setSaid(t('{count, plural, one {# cell} other {# cells}} copied', { count: cellsOf(range).length }));
  };
  const paste = (event: ClipboardEvent) => {
    if (isTyping(event) || rows.length === 0) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    const block = text === '' ? parseHtml(event.clipboardData.getData('text/html')) : parseTsv(text);
    if (block.length === 0) return;
    // Rows that are not loaded yet are pasted into, too.
    const all = { ...extent, rows: Math.max(count, rows.length) };
    const { cells, selection: covered, dropped } = planPaste(block, range, all);
    const at = { row: range.top, column: range.left };
    if (props.onPaste(block, at, { cells: cells.length, dropped })) return;
    select(covered);
    props.onTexts(cells, 'paste');
  };

  const point = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('.sheet-tick[data-row]') !== null) {
      // The grid keeps the focus; the click ticks.
      event.preventDefault();
      return grid.current?.focus({ preventScroll: true });
    }
    const position = positionOf(event);
    if (position === null || event.button !== 0 || isTyping(event)) return;
    if (!(event.target instanceof Element && event.target.closest('a'))) event.preventDefault();
    grid.current?.focus({ preventScroll: true });
    setTyped(null);
    select(event.shiftKey ? { active, end: position } : selectCell(position));
  };
  const drag = (event: MouseEvent) => {
    const position = event.buttons === 1 && !isTyping(event) ? positionOf(event) : null;
    if (position === null) return;
    if (position.row !== selection.end.row || position.column !== selection.end.column)
      select({ active, end: position });
  };

  const inView = useMemo(() => drawnColumns(columns, { left, right }), [columns, left, right]);
  // The active cell and the focused title are always drawn, so that their references work, and the focus stays.
  const withActive = useMemo(
    () => drawnColumns(columns, { left, right }, [active.column]),
    [columns, left, right, active.column],
  );
  const titles = useMemo(
    () =>
      drawnColumns(columns, { left, right }, [
        active.column,
        ...(focusedTitle === null ? [] : [focusedTitle]),
      ]),
    [columns, left, right, active.column, focusedTitle],
  );
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  // The active row is always drawn, so that its references work.
  if (activeRow !== undefined && (active.row < first || active.row >= end)) drawn.push(active.row);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a grid, with or without levels. */}
      <div
        ref={grid}
        role={tree === undefined ? 'grid' : 'treegrid'}
        tabIndex={0}
        className="sheet"
        data-lines={isInLines || undefined}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + (ticks === undefined ? 0 : 1)}
        aria-multiselectable="true"
        aria-activedescendant={activeRow === undefined ? undefined : cellId(id, active.row, active.column)}
        onKeyDown={press}
        onCopy={copy}
        onPaste={paste}
        onMouseDown={point}
        onMouseMove={drag}
        onMouseOver={(event) => {
          const [refusal = null] = refusalAt(positionOf(event));
          if (refusal?.cell !== noted?.cell || pointed !== null) setPointed(refusal);
        }}
        onMouseLeave={({ relatedTarget }) => {
          if (!isInNote(relatedTarget)) setPointed(null);
        }}
        onFocus={() => setHasFocus(true)}
        onBlur={({ relatedTarget }) => setHasFocus(isInNote(relatedTarget))}
        onChange={tick}
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest('a') !== null) rememberHere();
        }}
        onDoubleClick={(event) => {
          const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
          if (positionOf(event) !== null && !isTyping(event) && !isOnButton) edit(null);
        }}
      >
        <div className="sheet-canvas" style={{ inlineSize: width, blockSize: rows.length * height + 32 }}>
          <div
            role="rowgroup"
            className="sheet-head"
            onFocus={({ target }) => {
              const title = target.closest<HTMLElement>('.sheet-title')?.dataset.column;
              setFocusedTitle(title === undefined ? null : Number(title));
            }}
            onBlur={() => setFocusedTitle(null)}
          >
            <SheetHead
              columns={titles}
              headMenu={headMenu}
              ticked={ticks === undefined ? null : ticks.loaded}
            />
          </div>
          <div role="rowgroup" className="sheet-body">
            {drawn.map((index) => {
              const row = rows[index];
              if (row === undefined) return null;
              const isIn = index >= range.top && index <= range.bottom;
              const isActive = index === active.row;
              return (
                <SheetRow
                  key={keyOf(row)}
                  sheetId={id}
                  row={row}
                  index={index}
                  height={height}
                  columns={isActive ? withActive : inView}
                  cellOf={cellOf}
                  left={isIn ? range.left : -1}
                  right={isIn ? range.right : -1}
                  active={isActive ? active.column : -1}
                  isTicked={ticks === undefined ? null : ticks.isTicked(row)}
                  tickLabel={ticks?.labelOf(row) ?? ''}
                  editor={isActive ? editor : null}
                  noted={noted?.row === index ? noted.column : -1}
                  depth={tree?.depthOf(row)}
                  isOpen={tree?.isOpen(row) ?? null}
                />
              );
            })}
          </div>
        </div>
      </div>
      {noted === undefined ? null : (
        <CellNote
          isHint={noted.note === hint}
          id={noteId(id)}
          cell={noted.cell}
          grid={grid}
          onLeave={() => setPointed(null)}
        >
          {noted.note}
          {noted.remedy}
        </CellNote>
      )}
      <div className="visually-hidden" role="status">
        {said}
      </div>
    </>
  );
}

const isInNote = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.cell-note') !== null;

function openHeadMenu(grid: HTMLElement | null, column: number): void {
  grid?.querySelector<HTMLElement>(`.sheet-title[data-column="${column}"] button`)?.click();
}
