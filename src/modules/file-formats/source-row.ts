import type { FieldProblem } from '../../kernel/field-problem.ts';
import type { JsonObject } from '../../kernel/json.ts';

/** One row of a file: the cells of a table, the object of a line, or the error of reading it. */
export interface SourceRow {
  /** Number of the row as people count: records of a table with those of the header, lines of JSON; from 1. */
  readonly number: number;
  /** The byte after it, from which reading continues. */
  readonly end: number;
  /** State that reading needs to continue after it; missing where its number and the byte are enough. */
  readonly resume?: RowResume;
  readonly source: RowContent;
  /** Null for a row that could be read. */
  readonly problem: FieldProblem | null;
  /** Cells that could not be read: they count where their columns are imported. */
  readonly cellProblems?: readonly FieldProblem[];
  /** Rows that could not be read, up to and with this one. */
  readonly brokenRows: number;
  /** Too many rows could not be read, so the rest of the file is not read. */
  readonly isLast: boolean;
}

/** Where reading continues after a row that was made of others. */
export interface RowResume {
  /** Number of the last row of the file that it contains. */
  readonly row: number;
  /**
   * Texts that empty cells of the next rows take over, in the order of the columns that are filled; null where a row that
   * could not be read may have had another one.
   */
  readonly carried?: readonly (string | null)[];
  /** Rows of the group at `end` that were handed on already. */
  readonly skip?: number;
  /** Text of the group under way, which has no room for further rows. */
  readonly fullGroup?: string;
}

/** Cells of one row of a table; null where the file has no cell, so that the row says nothing about the value. */
export type RowCells = readonly (string | null)[];

/** The content of a row, stored for the file of failed rows and for deferred rows. */
export type RowContent = RowCells | JsonObject | string;

/** Returns true if a row is one of a table. */
export const isTableRow = (source: RowContent): source is RowCells => Array.isArray(source);

/** Returns true if a row is an object of JSON. */
export const isObjectRow = (source: RowContent): source is JsonObject =>
  typeof source === 'object' && !Array.isArray(source);
