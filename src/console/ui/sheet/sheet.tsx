import { useImperativeHandle, useMemo } from 'react';
import { CellNote } from './cell-note.tsx';
import { copyCells, pasteCells } from './clipboard-events.ts';
import { pressKey, selectNextRefused } from './key-events.ts';
import { clickLink, doubleClick, dragPointer, isInNote, positionOf, pressPointer } from './pointer-events.ts';
import { SheetHeader } from './sheet-header.tsx';
import { cellId, noteId, SheetRow } from './sheet-row.tsx';
import type { SheetProps } from './sheet-types.ts';
import { type SheetState, useSheet } from './use-sheet.ts';
import { columnsToRender } from './virtual-columns.ts';

/**
 * Shows a grid of cells as in a spreadsheet: arrow keys and the mouse select, Enter and typing edit, the clipboard
 * copies and pastes. Only cells in view are drawn. The grid has the focus, and names its active cell
 * (`aria-activedescendant`), so that the focus stays when that cell is scrolled away.
 */
export function Sheet<Row>(props: SheetProps<Row>) {
  const { label, rows, count, ticks, tree, handle } = props;
  const sheet = useSheet(props);
  const { id, grid, layout, selection, notes, ticking, focus } = sheet;
  const { columns, left, right, width, rowHeight } = layout;
  const { active, activeRow } = selection;
  const { note } = notes;
  useImperativeHandle(handle, () => ({ toRefused: () => selectNextRefused(sheet), focus }));
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a grid, with or without levels. */}
      <div
        ref={grid}
        role={tree === undefined ? 'grid' : 'treegrid'}
        tabIndex={0}
        className="sheet"
        data-lines={props.isInLines || undefined}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + (ticks === undefined ? 0 : 1)}
        aria-multiselectable="true"
        aria-activedescendant={activeRow === undefined ? undefined : cellId(id, active.row, active.column)}
        onKeyDown={(event) => pressKey(event, sheet)}
        onCopy={(event) => copyCells(event, sheet)}
        onPaste={(event) => pasteCells(event, sheet)}
        onMouseDown={(event) => pressPointer(event, sheet)}
        onMouseMove={(event) => dragPointer(event, sheet)}
        onMouseOver={(event) => notes.point(positionOf(event))}
        onMouseLeave={({ relatedTarget }) => {
          if (!isInNote(relatedTarget)) notes.leave();
        }}
        onFocus={() => notes.setHasFocus(true)}
        onBlur={({ relatedTarget }) => notes.setHasFocus(isInNote(relatedTarget))}
        onChange={ticking.tickChanged}
        onClickCapture={(event) => clickLink(event, sheet)}
        onDoubleClick={(event) => doubleClick(event, sheet)}
        {...props.drag?.handlers}
      >
        <div className="sheet-canvas" style={{ inlineSize: width, blockSize: rows.length * rowHeight + 32 }}>
          <SheetHeader
            columns={columns}
            left={left}
            right={right}
            active={active.column}
            headMenu={props.headMenu}
            ticked={ticks === undefined ? null : ticks.loaded}
          />
          <SheetBody sheet={sheet} />
        </div>
      </div>
      {note === undefined ? null : (
        <CellNote isHint={note.isHint} id={noteId(id)} cell={note.cell} grid={grid} onLeave={notes.leave}>
          {note.note}
          {note.remedy}
        </CellNote>
      )}
      <div className="visually-hidden" role="status">
        {selection.announcement}
      </div>
    </>
  );
}

/** Shows the rows in view. */
function SheetBody<Row>({ sheet }: { readonly sheet: SheetState<Row> }) {
  const { id, props, layout, selection, editing, notes } = sheet;
  const { rows, keyOf, cellOf, ticks, tree, drag } = props;
  const { columns, left, right, first, end, rowHeight } = layout;
  const { active, activeRow, range } = selection;
  const { note } = notes;
  const inView = useMemo(() => columnsToRender(columns, { left, right }), [columns, left, right]);
  // The active cell is always drawn, so that references to it work.
  const withActive = useMemo(
    () => columnsToRender(columns, { left, right }, [active.column]),
    [columns, left, right, active.column],
  );
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  if (activeRow !== undefined && (active.row < first || active.row >= end)) indexes.push(active.row);
  return (
    <div role="rowgroup" className="sheet-body">
      {indexes.map((index) => {
        const row = rows[index];
        if (row === undefined) return null;
        const isSelected = index >= range.top && index <= range.bottom;
        const isActive = index === active.row;
        return (
          <SheetRow
            key={keyOf(row)}
            sheetId={id}
            row={row}
            index={index}
            height={rowHeight}
            columns={isActive ? withActive : inView}
            cellOf={cellOf}
            left={isSelected ? range.left : -1}
            right={isSelected ? range.right : -1}
            active={isActive ? active.column : -1}
            isTicked={ticks === undefined ? null : ticks.isTicked(row)}
            tickLabel={ticks?.labelOf(row) ?? ''}
            editor={isActive ? editing.editor : null}
            notedColumn={note?.row === index ? note.column : -1}
            grip={drag?.grip ?? null}
            attributes={drag?.attributesOf(index)}
            depth={tree?.depthOf(row)}
            isOpen={tree?.isOpen(row) ?? null}
          />
        );
      })}
    </div>
  );
}
