import type { ReactNode } from 'react';
import type { DropTarget } from '../order/use-row-drag.ts';

/** State of a cell: `inherited` cells are on because another column is. */
export type CellState = 'on' | 'off' | 'inherited';

export interface MatrixRow {
  readonly key: string;
  readonly name: string;
  readonly head: ReactNode;
  /** States of the cells, one for each column. */
  readonly cells: readonly CellState[];
  /** Numbers of the columns whose cells are changed and not saved. */
  readonly changed: readonly number[];
  /** Content of the last column, where the matrix has one that is not switched. */
  readonly tail?: ReactNode;
  /** True for a row that is new or moved. */
  readonly isChanged: boolean;
}

export interface MatrixGroup {
  readonly key: string;
  /** Without it, the group has no head. */
  readonly label?: string;
  readonly rows: readonly MatrixRow[];
}

export interface MatrixColumn {
  readonly key: string;
  readonly label: string;
}

/** Actions of a matrix that people may change. */
export interface MatrixActions {
  readonly onSet: (
    cells: readonly { readonly row: string; readonly column: string; readonly isOn: boolean }[],
  ) => void;
  /** Without these three, rows stay where they are. */
  readonly onRemove?: (row: string) => void;
  readonly onMove?: (row: string, way: 'up' | 'down') => void;
  /** Moves a row before or behind another one, or to the end of a group. */
  readonly onDrop?: (row: string, target: DropTarget) => void;
}
