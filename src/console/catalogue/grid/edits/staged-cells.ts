import type { FieldFault } from '../../../api/api-error.ts';
import { problemMessage } from '../../../api/problem.ts';
import { withLabels } from '../../../i18n/labels.ts';
import type { GridColumn } from '../../columns/grid-column.ts';
import { diffList, type ListChange } from '../../values/list-change.ts';

/** A change of one cell that is not saved. */
export interface StagedCell {
  readonly rowId: string;
  /** SKU or code of the row. */
  readonly code: string;
  readonly column: GridColumn;
  /** Typed or pasted text; it stays in every case. */
  readonly text: string;
  /** The value for the API; undefined where the text means none. */
  readonly value: unknown;
  /** The value that it replaces, by `serializeValue`. */
  readonly before: string;
  /** The version of the row that had that value. */
  readonly version: number;
  /** Reason why the cell is rejected; null unless it is. */
  readonly reason: string | null;
  /** The SKU or code of the object that has the unique value already. */
  readonly takenBy?: string | null | undefined;
  /** Present value that somebody else has stored since; only for rejected cells. */
  readonly met?: ConflictingValue | undefined;
}

/** Returns the codes that a cell adds to a list and removes from it; null for cells of other values. */
export const stagedListChange = ({ before, value, column }: StagedCell): ListChange | null =>
  (column.cell?.currency ?? null) === null ? diffList(JSON.parse(before), value) : null;

/** A value that somebody else gave a cell that was typed on an earlier one. */
export interface ConflictingValue {
  /** The name of who saved the value last. */
  readonly by: string;
  readonly text: string;
  /** Text of the other value, as in {@link StagedCell}. */
  readonly before: string;
  readonly version: number;
}

/** All changes that are not saved, by {@link stagedCellKey}. */
export type StagedCells = ReadonlyMap<string, StagedCell>;

/**
 * Returns the key that distinguishes a value of a row from all others; it is the same in each context that shows
 * the value.
 */
export function stagedCellKey(rowId: string, { key, cell }: GridColumn): string {
  if (cell === null) return `${rowId} ${key}`;
  const { attribute, channel, locale, currency } = cell;
  return [rowId, attribute.code, channel, locale, currency].join(' ');
}

/** Returns the staged cells with others, which replace those of the same value. */
export function stage(staged: StagedCells, cells: readonly StagedCell[]): StagedCells {
  const next = new Map(staged);
  for (const cell of cells) next.set(stagedCellKey(cell.rowId, cell.column), cell);
  return next;
}

/** Returns the staged cells without some. */
export function unstage(staged: StagedCells, cells: readonly StagedCell[]): StagedCells {
  const next = new Map(staged);
  for (const cell of cells) {
    const key = stagedCellKey(cell.rowId, cell.column);
    // Text that was typed meanwhile is another cell, and stays.
    if (next.get(key) === cell) next.delete(key);
  }
  return next;
}

/** Marks cells as rejected, unless they were replaced meanwhile. */
export function markRejected(staged: StagedCells, rejections: readonly RejectedCell[]): StagedCells {
  const next = new Map(staged);
  for (const { cell, ...refusal } of rejections) {
    const key = stagedCellKey(cell.rowId, cell.column);
    const now = next.get(key);
    if (now === undefined || now === cell)
      next.set(key, { ...cell, met: undefined, takenBy: null, ...refusal });
  }
  return next;
}

/** Returns the staged cells that can be saved, and those that cannot. */
export function partitionStaged(staged: StagedCells): {
  readonly ready: readonly StagedCell[];
  readonly refused: readonly StagedCell[];
} {
  const cells = [...staged.values()];
  return {
    ready: cells.filter(({ reason }) => reason === null),
    refused: cells.filter(({ reason }) => reason !== null),
  };
}

/** One row of a batch, and its cells in the order of its values. */
export interface UpsertItem {
  readonly code: string;
  readonly cells: readonly StagedCell[];
}

/** Maximum number of rows of a request. */
const BATCH_SIZE = 100;

/** Groups cells by row, in batches of requests. */
export function toBatches(cells: readonly StagedCell[]): readonly (readonly UpsertItem[])[] {
  const items = [...Map.groupBy(cells, ({ code }) => code)].map(([code, own]) => ({ code, cells: own }));
  return Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}

type FieldError = Pick<FieldFault, 'code' | 'message' | 'attribute' | 'path' | 'takenBy'>;

/**
 * Returns the cells that a problem of a row is about: those that its paths name (`values.3.value`), and all of the
 * row where a path names none.
 */
export function toRejectedCells(
  { cells }: UpsertItem,
  problem: { readonly code: string; readonly detail: string; readonly errors: readonly FieldError[] },
): readonly RejectedCell[] {
  const cellFaults = problem.errors.flatMap((fault) => {
    const at = fault.path.indexOf('values');
    const cell = at < 0 ? undefined : cells[Number(fault.path[at + 1])];
    return cell === undefined ? [] : [{ cell, reason: withLabels(fault), takenBy: fault.takenBy }];
  });
  if (cellFaults.length > 0) return cellFaults;
  const reason = problemMessage(problem);
  return cells.map((cell) => ({ cell, reason }));
}

/** A cell that the API rejects, and the reason. */
export interface RejectedCell {
  readonly cell: StagedCell;
  readonly reason: string;
  readonly takenBy?: string | null | undefined;
  readonly met?: ConflictingValue;
}

/** Returns the cell as it replaces the value that somebody else stored; null if nobody did. */
export const rebaseOnConflict = ({ met, ...cell }: StagedCell): StagedCell | null =>
  met === undefined ? null : { ...cell, before: met.before, version: met.version, reason: null };
