import { type CSSProperties, memo, type ReactNode } from 'react';
import type { SheetCell, SheetColumn } from './sheet-types.ts';
import { ROW_HEIGHT } from './use-window.ts';

export interface PlacedColumn extends SheetColumn {
  /** Distance from the start of the row. */
  readonly offset: number;
}

/** The width of a cell, and where it stays when the rest scrolls. */
export const placeOf = ({ width, offset }: PlacedColumn): CSSProperties & { readonly '--start': string } => ({
  inlineSize: width,
  '--start': `${offset}px`,
});

export const cellId = (sheetId: string, row: number, column: number) => `${sheetId}-${row}-${column}`;

/** The width of the checkboxes before the rows. */
export const TICK_WIDTH = 36;

interface RowProps<Row> {
  readonly sheetId: string;
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly PlacedColumn[];
  readonly cellOf: (row: Row, column: number) => SheetCell;
  /** The selected columns, edges included; -1 for none. */
  readonly left: number;
  readonly right: number;
  /** The column of the active cell; -1 for none. */
  readonly active: number;
  /** Null where rows have no checkboxes. */
  readonly isTicked: boolean | null;
  /** The accessible name of the checkbox. */
  readonly tickLabel: string;
  /** Instead of the active cell. */
  readonly editor: ReactNode | null;
}

function RowOfCells<Row>(props: RowProps<Row>) {
  const { sheetId, row, index, columns, cellOf, left, right, active, editor, isTicked } = props;
  return (
    <div
      role="row"
      tabIndex={-1}
      className="sheet-row"
      aria-rowindex={index + 2}
      aria-selected={isTicked ?? undefined}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
    >
      {isTicked === null ? null : (
        <div role="gridcell" tabIndex={-1} className="sheet-tick" aria-colindex={1} data-row={index}>
          <input type="checkbox" tabIndex={-1} aria-label={props.tickLabel} checked={isTicked} readOnly />
        </div>
      )}
      {columns.map((column, position) => {
        const { text, content, tone, note } = cellOf(row, position);
        const isActive = position === active;
        const isEdited = isActive && editor !== null;
        return (
          <div
            key={column.key}
            id={cellId(sheetId, index, position)}
            role={column.isPinned && position === 0 ? 'rowheader' : 'gridcell'}
            tabIndex={-1}
            className="sheet-cell"
            data-row={index}
            data-column={position}
            data-tone={tone}
            data-number={column.isNumber || undefined}
            data-pinned={column.isPinned}
            data-active={isActive || undefined}
            data-edited={isEdited || undefined}
            aria-colindex={position + (isTicked === null ? 1 : 2)}
            aria-selected={position >= left && position <= right}
            aria-invalid={tone === 'refused' || undefined}
            title={note}
            style={placeOf(column)}
          >
            {isEdited ? editor : <span className="sheet-text">{content ?? text}</span>}
            {tone === 'refused' && note !== undefined ? (
              <span className="visually-hidden">{note}</span>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

/** A row of a sheet; drawn again only when its cells or its part of the selection change. */
export const SheetRow = memo(RowOfCells) as typeof RowOfCells;
