import { settled } from '../../../../api/problem.ts';
import { request, requestWithId } from '../../../../api/request.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { toListInput } from '../../../../catalogue/values/list-change.ts';
import { t } from '../../../../language/t.ts';
import { compareKept, readNamed } from './compare-kept.ts';
import { CHECK_CELLS, type ItemInput, SAVE_CELLS } from './edit-documents.ts';
import {
  listChangeOf,
  type ProductItem,
  type RefusedCell,
  refusalsOf,
  type StagedCell,
  toBatches,
} from './staged-cells.ts';

/** Returns a product with its cells as the API takes them. */
export const toInput = ({ sku, cells }: ProductItem): ItemInput => ({
  sku,
  values: cells.flatMap((staged) => {
    const { cell } = staged.column;
    if (cell === null) return [];
    const { attribute, channel, locale, currency } = cell;
    const change = listChangeOf(staged);
    if (change !== null) return [{ attribute: attribute.code, channel, locale, ...toListInput(change) }];
    // Prices of other currencies stay as they are.
    const part = currency === null ? {} : { partial: true };
    return [{ attribute: attribute.code, channel, locale, value: staged.value, ...part }];
  }),
});

/** Returns the cells that the API would reject. It stores nothing. */
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

/** Result of saving cells. */
export interface SaveReport {
  readonly saved: readonly StagedCell[];
  readonly refused: readonly RefusedCell[];
  /** The requests that stored something, oldest first; their changes can be reverted. */
  readonly requestIds: readonly string[];
}

/** Maximum number of times that cells are sent to a product that others change at the same time. */
const ATTEMPTS = 5;

/** Returns the last version of a product up to which no cell was changed by others. */
const versionOf = ({ cells }: ProductItem) => Math.min(...cells.map(({ version }) => version));

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
): Promise<SaveReport> {
  const saved: StagedCell[] = [];
  const refused: RefusedCell[] = [];
  const requestIds: string[] = [];
  /** Versions of products whose cells were compared since they were typed, by id. */
  const compared = new Map<string, number>();
  const toVersioned = (item: ProductItem): ItemInput => ({
    ...toInput(item),
    ifVersion: compared.get(item.cells[0]?.productId ?? '') ?? versionOf(item),
  });
  /** Returns the cells that can be sent again, of products that have another version. */
  const compare = async (behind: readonly StagedCell[]): Promise<readonly StagedCell[]> => {
    const { done, met, products } = await compareKept(behind, row);
    for (const { id, version } of products) compared.set(id, version);
    saved.push(...done);
    refused.push(...met);
    onSaved(products, saved.length + refused.length);
    const answered = new Set([...done, ...met.map(({ cell }) => cell)]);
    return behind.filter((cell) => !answered.has(cell));
  };
  const send = async (batches: readonly (readonly ProductItem[])[], attempt: number): Promise<void> => {
    for (const batch of batches) {
      const { data, requestId } = await readNamed(row, (names) =>
        requestWithId(SAVE_CELLS, { ...row, ...names, items: batch.map(toVersioned) }),
      );
      const { results } = settled(data.upsertProducts);
      const products = results.flatMap(({ product }) => (product === null ? [] : [product]));
      if (products.length > 0 && requestId !== null) requestIds.push(requestId);
      const cellsOf = (is: (code: string | undefined) => boolean) =>
        batch.flatMap((item, index) => (is(results[index]?.problem?.code) ? item.cells : []));
      saved.push(...cellsOf((code) => code === undefined));
      const behind = new Set(cellsOf((code) => code === 'version-mismatch'));
      const faults = refusedOf(batch, results).filter(({ cell }) => !behind.has(cell));
      refused.push(...faults);
      onSaved(products, saved.length + refused.length);
      const atFault = new Set(faults.map(({ cell }) => cell));
      const beside = cellsOf((code) => code !== undefined).filter(
        (cell) => !atFault.has(cell) && !behind.has(cell),
      );
      const rest = [...beside, ...(behind.size === 0 ? [] : await compare([...behind]))];
      if (rest.length === 0) continue;
      if (attempt < ATTEMPTS) await send(toBatches(rest), attempt + 1);
      else {
        const reason =
          faults[0]?.reason ?? t('Others save this product at the same time. Type again to save it.');
        refused.push(...rest.map((cell) => ({ cell, reason })));
      }
    }
  };
  await send(toBatches(cells), 1);
  return { saved, refused, requestIds };
}
