import type { RowVariables } from '../../search/grid-documents.ts';
import { toListInput } from '../../values/list-change.ts';
import { readWithFallback } from '../../values/value-filter.ts';
import type { GridRow, GridSource, RowInput, RowResult } from '../grid-source.ts';
import { reconcileCells } from './reconcile-cells.ts';
import {
  type RejectedCell,
  type StagedCell,
  stagedListChange,
  toBatches,
  toRejectedCells,
  type UpsertItem,
} from './staged-cells.ts';

/** Returns a row with its cells as the API takes them. */
export const toRowInput = ({ code, cells }: UpsertItem): RowInput => ({
  code,
  values: cells.flatMap((staged) => {
    const { cell } = staged.column;
    if (cell === null) return [];
    const { attribute, channel, locale, currency } = cell;
    const change = stagedListChange(staged);
    if (change !== null) return [{ attribute: attribute.code, channel, locale, ...toListInput(change) }];
    // Prices of other currencies stay as they are.
    const part = currency === null ? {} : { partial: true };
    return [{ attribute: attribute.code, channel, locale, value: staged.value, ...part }];
  }),
});

/** Returns the cells that the API would reject. It stores nothing. */
export async function checkCells<Row extends GridRow>(
  source: GridSource<Row>,
  cells: readonly StagedCell[],
): Promise<readonly RejectedCell[]> {
  const rejectedCells: RejectedCell[] = [];
  for (const batch of toBatches(cells)) {
    rejectedCells.push(...collectRejectedCells(batch, await source.check(batch.map(toRowInput))));
  }
  return rejectedCells;
}

const collectRejectedCells = (
  batch: readonly UpsertItem[],
  results: readonly RowResult[],
): readonly RejectedCell[] =>
  results.flatMap(({ problem }, index) => {
    const item = batch[index];
    return problem === null || item === undefined ? [] : toRejectedCells(item, problem);
  });

/** Result of saving cells. */
export interface SaveCellsResult {
  readonly saved: readonly StagedCell[];
  readonly refused: readonly RejectedCell[];
  /** The requests that stored something, oldest first; their changes can be reverted. */
  readonly requestIds: readonly string[];
}

/** Maximum number of times that cells are sent to a row that others change at the same time. */
const MAX_ATTEMPTS = 5;

/** Returns the last version of a row up to which no cell was changed by others. */
const oldestVersion = ({ cells }: UpsertItem) => Math.min(...cells.map(({ version }) => version));

/**
 * Saves cells in batches. A row is rejected as a whole: its cells that are not at fault are sent once more without
 * the others. Cells that somebody else has changed since they were typed are not saved, and get their present values.
 *
 * @param onSaved called after each request with the rows as they are now, and the number of cells that have a
 * result
 */
export async function saveCells<Row extends GridRow>(
  source: GridSource<Row>,
  cells: readonly StagedCell[],
  variables: RowVariables,
  onSaved: (rows: readonly Row[], done: number) => void,
): Promise<SaveCellsResult> {
  const saved: StagedCell[] = [];
  const rejectedCells: RejectedCell[] = [];
  const requestIds: string[] = [];
  /** Versions of rows whose cells were compared since they were typed, by id. */
  const compared = new Map<string, number>();
  const toVersioned = (item: UpsertItem): RowInput => ({
    ...toRowInput(item),
    ifVersion: compared.get(item.cells[0]?.rowId ?? '') ?? oldestVersion(item),
  });
  /** Returns the cells that can be sent again, of rows that have another version. */
  const compare = async (behind: readonly StagedCell[]): Promise<readonly StagedCell[]> => {
    const { done, met, rows } = await reconcileCells(source, behind, variables);
    for (const { id, version } of rows) compared.set(id, version);
    saved.push(...done);
    rejectedCells.push(...met);
    onSaved(rows, saved.length + rejectedCells.length);
    const comparedCells = new Set([...done, ...met.map(({ cell }) => cell)]);
    return behind.filter((cell) => !comparedCells.has(cell));
  };
  const send = async (batches: readonly (readonly UpsertItem[])[], attempt: number): Promise<void> => {
    for (const batch of batches) {
      const { results, requestId } = await readWithFallback(variables, (filter) =>
        source.save(batch.map(toVersioned), { ...variables, ...filter }),
      );
      const rows = results.flatMap(({ row }) => (row === null ? [] : [row]));
      if (rows.length > 0 && requestId !== null) requestIds.push(requestId);
      const cellsOf = (is: (code: string | undefined) => boolean) =>
        batch.flatMap((item, index) => (is(results[index]?.problem?.code) ? item.cells : []));
      saved.push(...cellsOf((code) => code === undefined));
      const behind = new Set(cellsOf((code) => code === 'version-mismatch'));
      const faults = collectRejectedCells(batch, results).filter(({ cell }) => !behind.has(cell));
      rejectedCells.push(...faults);
      onSaved(rows, saved.length + rejectedCells.length);
      const atFault = new Set(faults.map(({ cell }) => cell));
      const beside = cellsOf((code) => code !== undefined).filter(
        (cell) => !atFault.has(cell) && !behind.has(cell),
      );
      const rest = [...beside, ...(behind.size === 0 ? [] : await compare([...behind]))];
      if (rest.length === 0) continue;
      if (attempt < MAX_ATTEMPTS) await send(toBatches(rest), attempt + 1);
      else {
        const reason = faults[0]?.reason ?? source.texts.busy;
        rejectedCells.push(...rest.map((cell) => ({ cell, reason })));
      }
    }
  };
  await send(toBatches(cells), 1);
  return { saved, refused: rejectedCells, requestIds };
}
