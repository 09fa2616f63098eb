import { type CSSProperties, memo, type ReactNode } from 'react';
import type { SheetCell } from './sheet-types.ts';
import type { PositionedColumn, RenderedColumn } from './virtual-columns.ts';

/** Returns the width of a cell, its distance from the one drawn before, and where it stays when the rest scrolls. */
export const cellStyle = (
  { width, offset, isPinned }: PositionedColumn,
  gap: number,
): CSSProperties & { readonly '--start'?: string } => ({
  inlineSize: width,
  ...(gap > 0 ? { marginInlineStart: gap } : {}),
  ...(isPinned ? { '--start': `${offset}px` } : {}),
});

export const cellId = (sheetId: string, row: number, column: number) => `${sheetId}-${row}-${column}`;

/** The width of the checkboxes before the rows. */
export const CHECKBOX_WIDTH = 30;

interface RowProps<Row> {
  readonly sheetId: string;
  readonly row: Row;
  readonly index: number;
  /** Its height, in CSS pixels. */
  readonly height: number;
  readonly columns: readonly RenderedColumn[];
  readonly cellOf: (row: Row, column: number) => SheetCell;
  /** The selected columns, edges included; -1 for none. */
  readonly left: number;
  readonly right: number;
  /** The column of the active cell; -1 for none. */
  readonly active: number;
  /** It is null where rows have no checkboxes. */
  readonly isTicked: boolean | null;
  /** The accessible name of the checkbox. */
  readonly tickLabel: string;
  /** Editor that replaces the active cell. */
  readonly editor: ReactNode | null;
  /** The column of the cell whose note is shown; -1 for none. */
  readonly notedColumn: number;
  /** Grip by which it is dragged; null where rows stay. */
  readonly grip: ReactNode;
  /** Further attributes; the same object as long as they stay. */
  readonly attributes: object | undefined;
  /** Depth of the row below others, from 1; undefined where there are no levels. */
  readonly depth: number | undefined;
  /** It is null where nothing lies below it. */
  readonly isOpen: boolean | null;
}

/** Returns the id of the note of a cell, of which one is shown at a time. */
export const noteId = (sheetId: string) => `${sheetId}-note`;

function RowOfCells<Row>(props: RowProps<Row>) {
  const {
    sheetId,
    row,
    index,
    columns,
    cellOf,
    left,
    right,
    active,
    editor,
    isTicked,
    notedColumn: noted,
  } = props;
  return (
    <div
      role="row"
      tabIndex={-1}
      className="sheet-row"
      {...props.attributes}
      aria-rowindex={index + 2}
      aria-level={props.depth}
      aria-expanded={props.isOpen ?? undefined}
      aria-selected={isTicked ?? undefined}
      style={{ transform: `translateY(${index * props.height}px)` }}
    >
      {isTicked === null ? null : (
        <div role="gridcell" tabIndex={-1} className="sheet-tick" aria-colindex={1} data-row={index}>
          {props.grip}
          <input type="checkbox" tabIndex={-1} aria-label={props.tickLabel} checked={isTicked} readOnly />
        </div>
      )}
      {columns.map(({ column, gap }) => {
        const isActive = column.position === active;
        return (
          <Cell
            key={column.key}
            id={cellId(sheetId, index, column.position)}
            row={row}
            index={index}
            column={column}
            colIndex={column.position + (isTicked === null ? 1 : 2)}
            gap={gap}
            cellOf={cellOf}
            isActive={isActive}
            isSelected={column.position >= left && column.position <= right}
            editor={isActive ? editor : null}
            describedBy={column.position === noted ? noteId(sheetId) : undefined}
          />
        );
      })}
    </div>
  );
}

interface CellProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly column: PositionedColumn;
  /** Its position as screen readers announce it, from 1. */
  readonly colIndex: number;
  readonly gap: number;
  readonly cellOf: (row: Row, column: number) => SheetCell;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly editor: ReactNode | null;
  readonly describedBy: string | undefined;
}

function CellOfRow<Row>(props: CellProps<Row>) {
  const { row, column, isActive, editor } = props;
  const { position } = column;
  const { text, content, placeholder, tone, note } = props.cellOf(row, position);
  const isEdited = editor !== null;
  return (
    <div
      id={props.id}
      role={position === 0 ? 'rowheader' : 'gridcell'}
      tabIndex={-1}
      className="sheet-cell"
      data-row={props.index}
      data-column={position}
      data-tone={tone}
      data-number={column.isNumber || undefined}
      data-pinned={column.pinned}
      data-active={isActive || undefined}
      data-edited={isEdited || undefined}
      aria-colindex={props.colIndex}
      aria-selected={props.isSelected}
      aria-invalid={tone === 'refused' || undefined}
      aria-describedby={props.describedBy}
      title={tone === 'refused' ? undefined : note}
      style={cellStyle(column, props.gap)}
    >
      {isEdited ? (
        editor
      ) : (
        <span className="sheet-text" data-placeholder={placeholder}>
          {content ?? text}
        </span>
      )}
    </div>
  );
}

/** Shows a cell; scrolling across draws only those that come into view. */
const Cell = memo(CellOfRow) as typeof CellOfRow;

/** Shows a row of a sheet; drawn again only when its cells or its part of the selection change. */
export const SheetRow = memo(RowOfCells) as typeof RowOfCells;
