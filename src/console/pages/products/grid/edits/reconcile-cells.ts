import { request } from '../../../../api/request.ts';
import type { CellRef } from '../../../../catalogue/columns/grid-column.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { loadLastAuthors } from '../../../../catalogue/values/last-author.ts';
import { isChangeApplied } from '../../../../catalogue/values/list-change.ts';
import {
  distinctCodes,
  readWithFallback,
  type ValueFilter,
} from '../../../../catalogue/values/value-filter.ts';
import { t } from '../../../../i18n/translate.ts';
import { cellText, findValue, serializeValue } from '../cells/cell-values.ts';
import { STAGED_PRODUCTS } from './edit-documents.ts';
import { type RejectedCell, type StagedCell, stagedListChange } from './staged-cells.ts';

const BATCH_SIZE = 100;

/** Result of comparing stored cells with the present products. */
export interface Reconciliation {
  /** Cells whose typed value is stored already. */
  readonly done: readonly StagedCell[];
  /** Cells that cannot be saved as they are: somebody has changed the value, or the product no longer exists. */
  readonly met: readonly RejectedCell[];
  /** The products as they are now. */
  readonly products: readonly GridProduct[];
}

/**
 * Compares stored cells with the products as they are now.
 *
 * @param page data that is read of the products beside the values of the cells
 */
export async function reconcileCells(
  cells: readonly StagedCell[],
  page: RowVariables,
): Promise<Reconciliation> {
  const done: StagedCell[] = [];
  const conflictingCells: RejectedCell[] = [];
  const byProduct = [...Map.groupBy(cells, ({ productId }) => productId)];
  const addresses = cells.flatMap(({ column: { cell } }) => cell ?? []);
  const of = (part: (address: CellRef) => string | null) => distinctCodes(addresses.map(part));
  const row: ValueFilter = {
    attributes: distinctCodes([...page.attributes, ...of(({ attribute }) => attribute.code)]),
    channels: distinctCodes([...page.channels, ...of(({ channel }) => channel)]),
    locales: distinctCodes([...page.locales, ...of(({ locale }) => locale)]),
  };
  const currentProducts: GridProduct[] = [];
  for (let from = 0; from < byProduct.length; from += BATCH_SIZE) {
    const batch = byProduct.slice(from, from + BATCH_SIZE);
    const ids = batch.map(([id]) => id);
    const { products } = await readWithFallback(row, (names) =>
      request(STAGED_PRODUCTS, { ids, ...page, ...names }),
    );
    currentProducts.push(...products.nodes);
    const byId = new Map(products.nodes.map((product) => [product.id, product]));
    for (const [id, own] of batch) {
      const product = byId.get(id);
      if (product === undefined) {
        const reason = t('The product was deleted. What you typed is kept in this browser.');
        conflictingCells.push(...own.map((cell) => ({ cell, reason })));
        continue;
      }
      const { same, changed } = compareCells(own, product);
      done.push(...same);
      conflictingCells.push(...(await toConflicts(changed, product)));
    }
  }
  return { done, met: conflictingCells, products: currentProducts };
}

/** A cell of a value that has changed since the cell was typed. */
interface ChangedCell {
  readonly cell: StagedCell;
  readonly address: CellRef;
}

/** Returns the cells whose typed value is stored already, and those that somebody has changed to another one. */
function compareCells(cells: readonly StagedCell[], product: GridProduct) {
  const same: StagedCell[] = [];
  const changed: ChangedCell[] = [];
  for (const cell of cells) {
    const address = cell.column.cell;
    if (address === null) continue;
    const json = findValue(product, address)?.json;
    const change = stagedListChange(cell);
    const isSame =
      change === null ? cellText(product, cell.column) === cell.text : isChangeApplied(json, change);
    if (isSame) same.push(cell);
    // Changes of others to a list stay beside the codes that the cell adds and removes.
    else if (change === null && serializeValue(json, address) !== cell.before)
      changed.push({ cell, address });
  }
  return { same, changed };
}

async function toConflicts(changed: readonly ChangedCell[], product: GridProduct): Promise<RejectedCell[]> {
  if (changed.length === 0) return [];
  const changedBy = await loadLastAuthors(product.id);
  return changed.map(({ cell, address }) => {
    const by = changedBy({ ...address, attribute: address.attribute.code });
    const text = cellText(product, cell.column);
    const reason = t('Changed to “{value}” by {who} since. Ctrl-Enter keeps yours.', {
      value: text,
      who: by,
    });
    const before = serializeValue(findValue(product, address)?.json, address);
    return { cell, reason, met: { by, text, before, version: product.version } };
  });
}
