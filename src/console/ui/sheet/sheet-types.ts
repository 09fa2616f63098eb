import type { ReactNode, Ref } from 'react';
import type { Block } from './clipboard.ts';
import type { Position } from './selection.ts';
import type { CellText } from './spread.ts';

export interface SheetColumn {
  readonly key: string;
  readonly title: string;
  /** Where its values are from, when not from where the page's are: `German, Print`. */
  readonly hint?: string;
  readonly width: number;
  readonly isPinned?: boolean;
  /** Its values stand at the end of the cells. */
  readonly isNumber?: boolean;
  readonly sorted?: {
    readonly direction: 'ascending' | 'descending';
    /** Its place among several keys, from 1; null where it is the only one. */
    readonly place: number | null;
  };
}

/** How a cell is marked: its value comes from above, is not saved yet, was refused, is required and missing, or it can have none. */
export type CellTone = 'inherited' | 'staged' | 'refused' | 'missing' | 'none';

export interface SheetCell {
  /** What is copied. */
  readonly text: string;
  /** What is drawn; the text without it. */
  readonly content?: ReactNode;
  readonly tone?: CellTone | undefined;
  /** Why it is marked, or a text that does not fit. */
  readonly note?: string | undefined;
  /** What can be done about a refusal, below its note. */
  readonly remedy?: ReactNode;
}

/** Where the selection goes after a cell was edited; `none` leaves the focus where it has gone. */
export type Direction = 'none' | 'stay' | 'down' | 'right' | 'left';

/** What an editor of a cell is given. */
export interface EditorProps {
  /** What was typed to open it; null if it was opened to change what is there. */
  readonly typed: string | null;
  readonly onDone: (direction: Direction) => void;
}

/** Rows that can be ticked, by checkboxes before them. */
export interface RowTicks<Row> {
  readonly isTicked: (row: Row) => boolean;
  /** Accessible name of a checkbox. */
  readonly labelOf: (row: Row) => string;
  /** How many of the loaded rows are ticked. */
  readonly loaded: 'none' | 'some' | 'all';
  readonly onTick: (rows: readonly Row[], isOn: boolean) => void;
}

/** Rows that lie below others; Left and Right in the first column close and open them. */
export interface RowTree<Row> {
  /** From 1. */
  readonly depthOf: (row: Row) => number;
  /** Null for rows that nothing lies below. */
  readonly isOpen: (row: Row) => boolean | null;
  readonly onToggle: (row: Row) => void;
}

/** What can be asked of a sheet from outside. */
export interface SheetHandle {
  /** Goes to the next cell that was refused. */
  readonly toRefused: () => void;
  /** Gives the selected cell the focus. */
  readonly focus: () => void;
}

export interface SheetProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly Row[];
  /** Rows that there are, those that are not loaded included. */
  readonly count: number;
  readonly keyOf: (row: Row) => string;
  /** A cell; stable as long as its result is. */
  readonly cellOf: (row: Row, column: number) => SheetCell;
  readonly headMenu: (column: SheetColumn) => ReactNode;
  /** The editor of a cell; null where there is nothing to edit. */
  readonly editorOf: (row: Row, column: number, props: EditorProps) => ReactNode | null;
  /** Called for Enter and double clicks on cells without an editor. */
  readonly onOpen: (row: Row, column: number) => void;
  /** What is said when somebody types into a cell without an editor; null for nothing. */
  readonly whyNotEdited: (row: Row, column: number) => string | null;
  /** Called with the cells of a paste, a fill or a deletion. */
  readonly onTexts: (cells: readonly CellText[], kind: 'paste' | 'fill' | 'delete') => void;
  /** Called before a paste; true if it is done in another way. */
  readonly onPaste: (
    block: Block,
    at: Position,
    size: { readonly cells: number; readonly dropped: number },
  ) => boolean;
  /** Called for Ctrl-Enter. */
  readonly onKeep: (row: Row, column: number) => void;
  readonly handle: Ref<SheetHandle>;
  /** Whether rows have two lines, and their one column the whole width. */
  readonly isInLines?: boolean;
  readonly ticks?: RowTicks<Row> | undefined;
  /** Set where rows lie below others, which can be opened. */
  readonly tree?: RowTree<Row> | undefined;
  /** Called when the last rows come into view. */
  readonly onEnd: () => void;
}
