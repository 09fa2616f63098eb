import type { ReactNode, Ref } from 'react';
import type { useRowDrag } from '../order/use-row-drag.ts';
import type { CellBlock } from './clipboard.ts';
import type { CellText, TextOrigin } from './paste-and-fill.ts';
import type { Position } from './selection.ts';

export interface SheetColumn {
  readonly key: string;
  readonly title: string;
  /** Channel and locale of its values, when they are not those of the page: `German, Print`. */
  readonly hint?: string;
  readonly width: number;
  readonly isPinned?: boolean;
  /** True if its values stand at the end of the cells. */
  readonly isNumber?: boolean;
  readonly sorted?: {
    readonly direction: 'ascending' | 'descending';
    /** Its position among several keys, from 1; null where it is the only one. */
    readonly place: number | null;
  };
}

/**
 * Mark of a cell: its value comes from above, is not saved yet, was rejected, is required and missing, or it can have
 * none.
 */
export type CellTone = 'inherited' | 'staged' | 'refused' | 'missing' | 'none';

export interface SheetCell {
  /** Text that is copied. */
  readonly text: string;
  /** Content that is drawn; the text without it. */
  readonly content?: ReactNode;
  /** Quiet text in an empty cell, such as the one that is shown in its place; it is neither copied nor read aloud. */
  readonly placeholder?: string | undefined;
  readonly tone?: CellTone | undefined;
  /** Reason of the mark, or a text that does not fit. */
  readonly note?: string | undefined;
  /** Remedy for a rejection, below its note. */
  readonly remedy?: ReactNode;
}

/** Direction of the selection after a cell was edited; `none` leaves the focus where it has gone. */
export type MoveAfterEdit = 'none' | 'stay' | 'down' | 'right' | 'left';

/** Properties of an editor of a cell. */
export interface EditorProps {
  /** Text that was typed to open it; null if it was opened to change the present value. */
  readonly typed: string | null;
  readonly onDone: (direction: MoveAfterEdit) => void;
}

/** Rows that can be ticked, by checkboxes before them. */
export interface RowSelectionProps<Row> {
  readonly isTicked: (row: Row) => boolean;
  /** Accessible name of a checkbox. */
  readonly labelOf: (row: Row) => string;
  /** Share of the loaded rows that are ticked. */
  readonly loaded: 'none' | 'some' | 'all';
  readonly onTick: (rows: readonly Row[], isOn: boolean) => void;
}

/** Rows that lie below others; Left and Right in the first column close and open them. */
export interface RowTree<Row> {
  /** Returns the depth of a row, from 1. */
  readonly depthOf: (row: Row) => number;
  /** It is null for rows that nothing lies below. */
  readonly isOpen: (row: Row) => boolean | null;
  readonly onToggle: (row: Row) => void;
}

/** Functions of a sheet that can be called from outside. */
export interface SheetHandle {
  /** Goes to the next rejected cell. */
  readonly toRefused: () => void;
  /** Gives the selected cell the focus. */
  readonly focus: () => void;
}

export interface SheetProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly Row[];
  /** Number of rows, with those that are not loaded. */
  readonly count: number;
  readonly keyOf: (row: Row) => string;
  /** A cell; stable as long as its result is. */
  readonly cellOf: (row: Row, column: number) => SheetCell;
  readonly headMenu: (column: SheetColumn) => ReactNode;
  /** The editor of a cell; null where there is nothing to edit. */
  readonly editorOf: (row: Row, column: number, props: EditorProps) => ReactNode | null;
  /** Called for Enter and double clicks on cells without an editor. */
  readonly onOpen: (row: Row, column: number) => void;
  /** Returns the message that is shown when somebody types into a cell without an editor; null for none. */
  readonly whyNotEdited: (row: Row, column: number) => string | null;
  /** Called with the cells of a paste, a fill or a deletion. */
  readonly onTexts: (cells: readonly CellText[], origin: TextOrigin) => void;
  /** Called before a paste; returns true if it is done in another way. */
  readonly onPaste: (
    block: CellBlock,
    at: Position,
    size: { readonly cells: number; readonly dropped: number },
  ) => boolean;
  /** Called for Alt and the arrows up and down, which move rows; without it, they open the menu of the column. */
  readonly onMove?: ((top: number, bottom: number, by: number) => void) | undefined;
  /** Drags rows by their grip, see `useRowDrag`; their keys are their numbers. Without it, none is dragged. */
  readonly drag?:
    | {
        readonly handlers: ReturnType<typeof useRowDrag>['handlers'];
        readonly grip: ReactNode;
        /** Returns the attributes of a row that another one is dragged to. */
        readonly attributesOf: (row: number) => object | undefined;
      }
    | undefined;
  /** Called for Ctrl-Enter. */
  readonly onKeep: (row: Row, column: number) => void;
  readonly handle: Ref<SheetHandle>;
  /** True if rows have two lines, and their one column the whole width. */
  readonly isInLines?: boolean;
  readonly ticks?: RowSelectionProps<Row> | undefined;
  /** Set where rows lie below others, which can be opened. */
  readonly tree?: RowTree<Row> | undefined;
  /** Called when the last rows come into view. */
  readonly onEnd: () => void;
}
