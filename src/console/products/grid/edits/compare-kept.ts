import { request } from '../../../api/request.ts';
import { t } from '../../../language/t.ts';
import { findValue, stateOf, textOf } from '../cells/read-row.ts';
import type { CellAddress } from '../columns/grid-column.ts';
import type { RowVariables } from '../grid-documents.ts';
import { KEPT_PRODUCTS } from './edit-documents.ts';
import type { RefusedCell } from './save-cells.ts';
import type { StagedCell } from './staged-cells.ts';

const BATCH = 100;

/** What became of kept cells meanwhile. */
export interface Comparison {
  /** Those that have the typed value already. */
  readonly done: readonly StagedCell[];
  /** Those that cannot be saved as they are: somebody has changed the value, or the product is no longer there. */
  readonly met: readonly RefusedCell[];
}

const distinct = (codes: readonly (string | null)[]) => [...new Set(codes.filter((code) => code !== null))];

/** Compares kept cells with the products as they are now. */
export async function compareKept(
  cells: readonly StagedCell[],
  page: Pick<RowVariables, 'channel' | 'locale'>,
): Promise<Comparison> {
  const done: StagedCell[] = [];
  const met: RefusedCell[] = [];
  const byProduct = [...Map.groupBy(cells, ({ productId }) => productId)];
  const addresses = cells.flatMap(({ column: { cell } }) => cell ?? []);
  const of = (part: (address: CellAddress) => string | null) => distinct(addresses.map(part));
  const row: RowVariables = {
    ...page,
    attributes: of(({ attribute }) => attribute.code),
    channels: of(({ channel }) => channel),
    locales: of(({ locale }) => locale),
  };
  for (let from = 0; from < byProduct.length; from += BATCH) {
    const batch = byProduct.slice(from, from + BATCH);
    const { products } = await request(KEPT_PRODUCTS, { ids: batch.map(([id]) => id), ...row });
    const byId = new Map(products.nodes.map((product) => [product.id, product]));
    for (const [id, own] of batch) {
      const product = byId.get(id);
      for (const cell of own) {
        const address = cell.column.cell;
        if (product === undefined) {
          met.push({ cell, reason: t('The product was deleted. What you typed is kept in this browser.') });
        } else if (address !== null) {
          const now = textOf(product, cell.column);
          if (now === cell.text) done.push(cell);
          else if (stateOf(findValue(product, address)?.json, address) !== cell.before)
            met.push({
              cell,
              reason: t('Changed to “{value}” by {who} since. Type again to replace it.', {
                value: now,
                who: product.updatedBy.name,
              }),
            });
        }
      }
    }
  }
  return { done, met };
}
