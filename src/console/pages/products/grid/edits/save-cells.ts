import { unwrapPayload } from '../../../../api/problem.ts';
import { request, requestWithId } from '../../../../api/request.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { toListInput } from '../../../../catalogue/values/list-change.ts';
import { readWithFallback } from '../../../../catalogue/values/value-filter.ts';
import { t } from '../../../../i18n/translate.ts';
import { CHECK_CELLS, type ItemInput, SAVE_CELLS } from './edit-documents.ts';
import { reconcileCells } from './reconcile-cells.ts';
import {
  type RejectedCell,
  type StagedCell,
  stagedListChange,
  toBatches,
  toRejectedCells,
  type UpsertItem,
} from './staged-cells.ts';

/** Returns a product with its cells as the API takes them. */
export const toUpsertItem = ({ sku, cells }: UpsertItem): ItemInput => ({
  sku,
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
export async function checkCells(cells: readonly StagedCell[]): Promise<readonly RejectedCell[]> {
  const rejectedCells: RejectedCell[] = [];
  for (const batch of toBatches(cells)) {
    const payload = await request(CHECK_CELLS, { items: batch.map(toUpsertItem) });
    rejectedCells.push(...collectRejectedCells(batch, unwrapPayload(payload.upsertProducts).results));
  }
  return rejectedCells;
}

interface ItemResult {
  readonly problem: Parameters<typeof toRejectedCells>[1] | null;
}

const collectRejectedCells = (
  batch: readonly UpsertItem[],
  results: readonly ItemResult[],
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

/** Maximum number of times that cells are sent to a product that others change at the same time. */
const MAX_ATTEMPTS = 5;

/** Returns the last version of a product up to which no cell was changed by others. */
const oldestVersion = ({ cells }: UpsertItem) => Math.min(...cells.map(({ version }) => version));

/**
 * Saves cells in batches. A product is rejected as a whole: its cells that are not at fault are sent once more without
 * the others. Cells that somebody else has changed since they were typed are not saved, and get their present values.
 *
 * @param onSaved called after each request with the products as they are now, and the number of cells that have a
 * result
 */
export async function saveCells(
  cells: readonly StagedCell[],
  row: RowVariables,
  onSaved: (products: readonly GridProduct[], done: number) => void,
): Promise<SaveCellsResult> {
  const saved: StagedCell[] = [];
  const rejectedCells: RejectedCell[] = [];
  const requestIds: string[] = [];
  /** Versions of products whose cells were compared since they were typed, by id. */
  const compared = new Map<string, number>();
  const toVersioned = (item: UpsertItem): ItemInput => ({
    ...toUpsertItem(item),
    ifVersion: compared.get(item.cells[0]?.productId ?? '') ?? oldestVersion(item),
  });
  /** Returns the cells that can be sent again, of products that have another version. */
  const compare = async (behind: readonly StagedCell[]): Promise<readonly StagedCell[]> => {
    const { done, met, products } = await reconcileCells(behind, row);
    for (const { id, version } of products) compared.set(id, version);
    saved.push(...done);
    rejectedCells.push(...met);
    onSaved(products, saved.length + rejectedCells.length);
    const comparedCells = new Set([...done, ...met.map(({ cell }) => cell)]);
    return behind.filter((cell) => !comparedCells.has(cell));
  };
  const send = async (batches: readonly (readonly UpsertItem[])[], attempt: number): Promise<void> => {
    for (const batch of batches) {
      const { data, requestId } = await readWithFallback(row, (names) =>
        requestWithId(SAVE_CELLS, { ...row, ...names, items: batch.map(toVersioned) }),
      );
      const { results } = unwrapPayload(data.upsertProducts);
      const products = results.flatMap(({ product }) => (product === null ? [] : [product]));
      if (products.length > 0 && requestId !== null) requestIds.push(requestId);
      const cellsOf = (is: (code: string | undefined) => boolean) =>
        batch.flatMap((item, index) => (is(results[index]?.problem?.code) ? item.cells : []));
      saved.push(...cellsOf((code) => code === undefined));
      const behind = new Set(cellsOf((code) => code === 'version-mismatch'));
      const faults = collectRejectedCells(batch, results).filter(({ cell }) => !behind.has(cell));
      rejectedCells.push(...faults);
      onSaved(products, saved.length + rejectedCells.length);
      const atFault = new Set(faults.map(({ cell }) => cell));
      const beside = cellsOf((code) => code !== undefined).filter(
        (cell) => !atFault.has(cell) && !behind.has(cell),
      );
      const rest = [...beside, ...(behind.size === 0 ? [] : await compare([...behind]))];
      if (rest.length === 0) continue;
      if (attempt < MAX_ATTEMPTS) await send(toBatches(rest), attempt + 1);
      else {
        const reason =
          faults[0]?.reason ?? t('Others save this product at the same time. Type again to save it.');
        rejectedCells.push(...rest.map((cell) => ({ cell, reason })));
      }
    }
  };
  await send(toBatches(cells), 1);
  return { saved, refused: rejectedCells, requestIds };
}
