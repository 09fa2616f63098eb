import type { FieldFault } from '../../../../api/failure.ts';
import { reasonOf } from '../../../../api/problem.ts';
import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { type ListChange, listChange } from '../../../../catalogue/values/list-change.ts';
import { withLabels } from '../../../../language/labels.ts';

/** A change of one cell that is not saved. */
export interface StagedCell {
  readonly productId: string;
  readonly sku: string;
  readonly column: GridColumn;
  /** Typed or pasted text; it stays in every case. */
  readonly text: string;
  /** The value for the API; undefined where the text means none. */
  readonly value: unknown;
  /** The value that it replaces, by `stateOf`. */
  readonly before: string;
  /** The version of the product that had that value. */
  readonly version: number;
  /** Reason why the cell is rejected; null unless it is. */
  readonly reason: string | null;
  /** The SKU of the product that has the unique value already. */
  readonly takenBy?: string | null | undefined;
  /** Present value that somebody else has stored since; only for rejected cells. */
  readonly met?: MetValue | undefined;
}

/** Returns the codes that a cell adds to a list and removes from it; null for cells of other values. */
export const listChangeOf = ({ before, value, column }: StagedCell): ListChange | null =>
  (column.cell?.currency ?? null) === null ? listChange(JSON.parse(before), value) : null;

/** A value that somebody else gave a cell that was typed on an earlier one. */
export interface MetValue {
  /** The name of who saved the product last. */
  readonly by: string;
  readonly text: string;
  /** Text of the other value, as in {@link StagedCell}. */
  readonly before: string;
  readonly version: number;
}

/** All changes that are not saved, by {@link keyOfCell}. */
export type StagedCells = ReadonlyMap<string, StagedCell>;

/**
 * Returns the key that distinguishes a value of a product from all others; it is the same in each context that shows
 * the value.
 */
export function keyOfCell(productId: string, { key, cell }: GridColumn): string {
  if (cell === null) return `${productId} ${key}`;
  const { attribute, channel, locale, currency } = cell;
  return [productId, attribute.code, channel, locale, currency].join(' ');
}

/** Returns the staged cells with others, which replace those of the same value. */
export function stage(staged: StagedCells, cells: readonly StagedCell[]): StagedCells {
  const next = new Map(staged);
  for (const cell of cells) next.set(keyOfCell(cell.productId, cell.column), cell);
  return next;
}

/** Returns the staged cells without some. */
export function unstage(staged: StagedCells, cells: readonly StagedCell[]): StagedCells {
  const next = new Map(staged);
  for (const cell of cells) {
    const key = keyOfCell(cell.productId, cell.column);
    // Text that was typed meanwhile is another cell, and stays.
    if (next.get(key) === cell) next.delete(key);
  }
  return next;
}

/** Marks cells as rejected, unless they were replaced meanwhile. */
export function refuse(staged: StagedCells, refusals: readonly RefusedCell[]): StagedCells {
  const next = new Map(staged);
  for (const { cell, ...refusal } of refusals) {
    const key = keyOfCell(cell.productId, cell.column);
    const now = next.get(key);
    if (now === undefined || now === cell)
      next.set(key, { ...cell, met: undefined, takenBy: null, ...refusal });
  }
  return next;
}

/** Returns the staged cells that can be saved, and those that cannot. */
export function split(staged: StagedCells): {
  readonly ready: readonly StagedCell[];
  readonly refused: readonly StagedCell[];
} {
  const cells = [...staged.values()];
  return {
    ready: cells.filter(({ reason }) => reason === null),
    refused: cells.filter(({ reason }) => reason !== null),
  };
}

/** One product of a batch, and its cells in the order of its values. */
export interface ProductItem {
  readonly sku: string;
  readonly cells: readonly StagedCell[];
}

/** Maximum number of products of a request. */
const BATCH = 100;

/** Groups cells by product, in batches of requests. */
export function toBatches(cells: readonly StagedCell[]): readonly (readonly ProductItem[])[] {
  const items = [...Map.groupBy(cells, ({ sku }) => sku)].map(([sku, own]) => ({ sku, cells: own }));
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  );
}

type Fault = Pick<FieldFault, 'code' | 'message' | 'attribute' | 'path' | 'takenBy'>;

/**
 * Returns the cells that a problem of a product is about: those that its paths name (`values.3.value`), and all of the
 * product where a path names none.
 */
export function refusalsOf(
  { cells }: ProductItem,
  problem: { readonly code: string; readonly detail: string; readonly errors: readonly Fault[] },
): readonly RefusedCell[] {
  const named = problem.errors.flatMap((fault) => {
    const at = fault.path.indexOf('values');
    const cell = at < 0 ? undefined : cells[Number(fault.path[at + 1])];
    return cell === undefined ? [] : [{ cell, reason: withLabels(fault), takenBy: fault.takenBy }];
  });
  if (named.length > 0) return named;
  const reason = reasonOf(problem);
  return cells.map((cell) => ({ cell, reason }));
}

/** A cell that the API rejects, and the reason. */
export interface RefusedCell {
  readonly cell: StagedCell;
  readonly reason: string;
  readonly takenBy?: string | null | undefined;
  readonly met?: MetValue;
}

/** Returns the cell as it replaces the value that somebody else stored; null if nobody did. */
export const overMet = ({ met, ...cell }: StagedCell): StagedCell | null =>
  met === undefined ? null : { ...cell, before: met.before, version: met.version, reason: null };
