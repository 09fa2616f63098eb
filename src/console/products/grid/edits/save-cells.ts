import { settled } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import type { GridProduct, RowVariables } from '../grid-documents.ts';
import { CHECK_CELLS, type ItemInput, SAVE_CELLS } from './edit-documents.ts';
import { type ProductItem, refusalsOf, type StagedCell, toBatches } from './staged-cells.ts';

/** A cell that the API refuses, and why. */
export interface RefusedCell {
  readonly cell: StagedCell;
  readonly reason: string;
}

const toInput = ({ sku, cells }: ProductItem): ItemInput => ({
  sku,
  values: cells.flatMap(({ column: { cell }, value }) =>
    cell === null
      ? []
      : [
          {
            attribute: cell.attribute.code,
            channel: cell.channel,
            locale: cell.locale,
            value,
            // Prices of other currencies stay as they are.
            ...(cell.currency === null ? {} : { partial: true }),
          },
        ],
  ),
});

/** What saving cells would refuse. Nothing is stored. */
export async function checkCells(cells: readonly StagedCell[]): Promise<readonly RefusedCell[]> {
  const refused: RefusedCell[] = [];
  for (const batch of toBatches(cells)) {
    const answer = await request(CHECK_CELLS, { items: batch.map(toInput) });
    refused.push(...refusedOf(batch, settled(answer.upsertProducts).results));
  }
  return refused;
}

interface ItemResult {
  readonly problem: Parameters<typeof refusalsOf>[1] | null;
}

const refusedOf = (batch: readonly ProductItem[], results: readonly ItemResult[]): readonly RefusedCell[] =>
  results.flatMap(({ problem }, index) => {
    const item = batch[index];
    return problem === null || item === undefined ? [] : refusalsOf(item, problem);
  });

/** What became of cells that were saved. */
export interface SaveReport {
  readonly saved: readonly StagedCell[];
  readonly refused: readonly RefusedCell[];
  /** The requests that stored something, oldest first; their changes can be reverted. */
  readonly requestIds: readonly string[];
}

/**
 * Saves cells in batches. A product is refused as a whole: its cells that are not at fault are sent once more without the
 * others.
 *
 * @param onSaved called after each request with the products as they are now, and how many cells have been answered
 */
export async function saveCells(
  cells: readonly StagedCell[],
  row: RowVariables,
  onSaved: (products: readonly GridProduct[], done: number) => void,
): Promise<SaveReport> {
  const saved: StagedCell[] = [];
  const refused: RefusedCell[] = [];
  const requestIds: string[] = [];
  const send = async (batches: readonly (readonly ProductItem[])[], isLast: boolean): Promise<void> => {
    for (const batch of batches) {
      const { data, requestId } = await requestWithId(SAVE_CELLS, { items: batch.map(toInput), ...row });
      const { results } = settled(data.upsertProducts);
      const products = results.flatMap(({ product }) => (product === null ? [] : [product]));
      if (products.length > 0 && requestId !== null) requestIds.push(requestId);
      const faults = refusedOf(batch, results);
      refused.push(...faults);
      const atFault = new Set(faults.map(({ cell }) => cell));
      saved.push(...batch.flatMap((item, index) => (results[index]?.problem === null ? item.cells : [])));
      const rest = batch
        .flatMap((item, index) => (results[index]?.problem === null ? [] : item.cells))
        .filter((cell) => !atFault.has(cell));
      onSaved(products, saved.length + refused.length);
      if (rest.length === 0) continue;
      if (isLast) refused.push(...rest.map((cell) => ({ cell, reason: faults[0]?.reason ?? '' })));
      else await send(toBatches(rest), true);
    }
  };
  await send(toBatches(cells), false);
  return { saved, refused, requestIds };
}
