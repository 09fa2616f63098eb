import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { FieldFault } from '../../api/api-error.ts';
import type { EditorProps } from '../../ui/sheet/sheet-types.ts';
import type { GridSchema } from '../columns/column-documents.ts';
import type { CellRef } from '../columns/grid-column.ts';
import type { RowVariables } from '../search/grid-documents.ts';
import type { ValueFilter } from '../values/value-filter.ts';
import type { ValueSource } from '../values/value-source.ts';
import type { StagedCell } from './edits/staged-cells.ts';

/** A value of a row, as the API returns it. */
export interface RowValue {
  readonly attribute: { readonly code: string };
  readonly channel: string | null;
  readonly locale: string | null;
  /** `INHERITED` if it comes from a model above. */
  readonly source: string;
  readonly json: unknown;
  /** The value as text, with the labels of options. */
  readonly display: string;
}

/** An object of the catalogue as a row of the grid. */
export interface GridRow {
  readonly id: string;
  readonly version: number;
  readonly label: string;
  readonly values: readonly RowValue[];
}

/** A value as the API takes it. */
export interface ValueInput {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value?: unknown;
  /** Codes that are added to a list and removed from it. */
  readonly add?: string[];
  readonly remove?: string[];
  /** True if prices of other currencies stay. */
  readonly partial?: boolean;
}

/** Values of one row to save. */
export interface RowInput {
  /** SKU or code of the row. */
  readonly code: string;
  readonly values: ValueInput[];
  /** Version that the row must have; undefined in a dry run. */
  readonly ifVersion?: number;
}

/** Result of one row of a request: null as problem if it was saved. */
export interface RowResult {
  readonly problem: {
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly Pick<
      FieldFault,
      'code' | 'message' | 'messageKey' | 'params' | 'attribute' | 'path' | 'takenBy'
    >[];
  } | null;
}

export interface SavedRow<Row> extends RowResult {
  /** The row as it is stored now; null if it was not saved. */
  readonly row: Row | null;
}

/** Identifies a row: by its id, and by the SKU or code by which it is written. */
export interface RowKey {
  readonly id: string;
  readonly code: string;
}

/** A row that stops being live somewhere once its cells are saved. */
export interface VisibilityLoss {
  readonly code: string;
  /** Labels such as `German (Web shop)`. */
  readonly places: readonly string[];
}

/** A row that a value is written to. */
export interface WriteTarget extends RowKey {
  readonly version: number;
}

/** Props of what asks where an inherited value is to be edited. */
export interface InheritedPromptProps<Row> extends Pick<EditorProps, 'onDone'> {
  readonly row: Row;
  readonly cell: CellRef;
  /** True if the row can have another value than the one it inherits. */
  readonly mayOverride: boolean;
  readonly page: Pick<RowVariables, 'channel' | 'locale'>;
  readonly onChoose: (target: WriteTarget) => void;
}

/** Data that is requested with rows; null as codes for all values. */
export type RowRequest = Omit<RowVariables, keyof ValueFilter> & ValueFilter;

/** The rows of a grid: how their cells are read, checked and saved. */
export interface GridSource<Row extends GridRow> extends ValueSource {
  /** Returns the SKU or code by which a row is written. */
  codeOf(row: Row): string;
  /** Loads up to 100 rows; those that were deleted are left out. */
  load(keys: readonly RowKey[], variables: RowRequest): Promise<readonly Row[]>;
  /** Loads the labels of rows, by id. */
  loadLabels(
    keys: readonly RowKey[],
    page: { readonly channel: string | null; readonly locale: string | null },
  ): Promise<ReadonlyMap<string, string>>;
  /** Checks values of up to 100 rows by a dry run; the results stand in the order of the rows. */
  check(rows: readonly RowInput[]): Promise<readonly RowResult[]>;
  /** Saves values of up to 100 rows; the id of the request reverts them. */
  save(
    rows: readonly RowInput[],
    variables: RowRequest,
  ): Promise<{ readonly results: readonly SavedRow<Row>[]; readonly requestId: string | null }>;
  /** Returns the reason why a row can have no value in a cell; null where it can. */
  unavailableReason(row: Row, cell: CellRef, schema: GridSchema): string | null;
  /** Finds the rows that stop being live when cells are saved. It stores nothing. */
  findVisibilityLosses?(cells: readonly StagedCell[]): Promise<readonly VisibilityLoss[]>;
  /** Asks where an inherited value is edited. */
  readonly InheritedPrompt?: ComponentType<InheritedPromptProps<Row>>;
  /** Key of the queries of rows that are shown below others. */
  readonly nestedRows?: QueryKey;
  /** Marks what depends on saved rows as out of date; `list` is the key of the query of the grid. */
  refreshRows(queryClient: QueryClient, rows: readonly Row[], list: QueryKey): void;
}
