import { Failure, isSignedOut } from '../../../../api/failure.ts';
import { request } from '../../../../api/request.ts';
import type { CellAddress } from '../../../../catalogue/columns/grid-column.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { hasChange } from '../../../../catalogue/values/list-change.ts';
import { whoChanged } from '../../../../catalogue/values/who-changed.ts';
import { t } from '../../../../language/t.ts';
import { findValue, stateOf, textOf } from '../cells/read-row.ts';
import { KEPT_PRODUCTS } from './edit-documents.ts';
import { listChangeOf, type RefusedCell, type StagedCell } from './staged-cells.ts';

const BATCH = 100;

/** Result of comparing stored cells with the present products. */
export interface Comparison {
  /** Cells whose typed value is stored already. */
  readonly done: readonly StagedCell[];
  /** Cells that cannot be saved as they are: somebody has changed the value, or the product no longer exists. */
  readonly met: readonly RefusedCell[];
  /** The products as they are now. */
  readonly products: readonly GridProduct[];
}

interface Names {
  readonly attributes: string[] | null;
  readonly channels: string[] | null;
  readonly locales: string[] | null;
}

/**
 * Reads values of some attributes, channels and locales. One of them may be deleted, which the API rejects: then it
 * reads all.
 */
export async function readNamed<Result>(
  { attributes, channels, locales }: Names,
  read: (names: Names) => Promise<Result>,
): Promise<Result> {
  try {
    return await read({ attributes, channels, locales });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'network' || isSignedOut(error)) throw error;
    return read({ attributes: null, channels: null, locales: null });
  }
}

const distinct = (codes: readonly (string | null)[]) => [...new Set(codes.filter((code) => code !== null))];

/**
 * Compares stored cells with the products as they are now.
 *
 * @param page data that is read of the products beside the values of the cells
 */
export async function compareKept(cells: readonly StagedCell[], page: RowVariables): Promise<Comparison> {
  const done: StagedCell[] = [];
  const met: RefusedCell[] = [];
  const byProduct = [...Map.groupBy(cells, ({ productId }) => productId)];
  const addresses = cells.flatMap(({ column: { cell } }) => cell ?? []);
  const of = (part: (address: CellAddress) => string | null) => distinct(addresses.map(part));
  const row: Names = {
    attributes: distinct([...page.attributes, ...of(({ attribute }) => attribute.code)]),
    channels: distinct([...page.channels, ...of(({ channel }) => channel)]),
    locales: distinct([...page.locales, ...of(({ locale }) => locale)]),
  };
  const found: GridProduct[] = [];
  for (let from = 0; from < byProduct.length; from += BATCH) {
    const batch = byProduct.slice(from, from + BATCH);
    const ids = batch.map(([id]) => id);
    const { products } = await readNamed(row, (names) => request(KEPT_PRODUCTS, { ids, ...page, ...names }));
    found.push(...products.nodes);
    const byId = new Map(products.nodes.map((product) => [product.id, product]));
    for (const [id, own] of batch) {
      const product = byId.get(id);
      if (product === undefined) {
        const reason = t('The product was deleted. What you typed is kept in this browser.');
        met.push(...own.map((cell) => ({ cell, reason })));
        continue;
      }
      const { same, changed } = compareCells(own, product);
      done.push(...same);
      met.push(...(await explainChanged(changed, product)));
    }
  }
  return { done, met, products: found };
}

/** A cell of a value that has changed since the cell was typed. */
interface ChangedCell {
  readonly cell: StagedCell;
  readonly address: CellAddress;
}

/** Returns the cells whose typed value is stored already, and those that somebody has changed to another one. */
function compareCells(cells: readonly StagedCell[], product: GridProduct) {
  const same: StagedCell[] = [];
  const changed: ChangedCell[] = [];
  for (const cell of cells) {
    const address = cell.column.cell;
    if (address === null) continue;
    const json = findValue(product, address)?.json;
    const change = listChangeOf(cell);
    const isSame = change === null ? textOf(product, cell.column) === cell.text : hasChange(json, change);
    if (isSame) same.push(cell);
    // Changes of others to a list stay beside the codes that the cell adds and removes.
    else if (change === null && stateOf(json, address) !== cell.before) changed.push({ cell, address });
  }
  return { same, changed };
}

async function explainChanged(changed: readonly ChangedCell[], product: GridProduct): Promise<RefusedCell[]> {
  if (changed.length === 0) return [];
  const changedBy = await whoChanged(product.id);
  return changed.map(({ cell, address }) => {
    const by = changedBy({ ...address, attribute: address.attribute.code });
    const text = textOf(product, cell.column);
    const reason = t('Changed to “{value}” by {who} since. Ctrl-Enter keeps yours.', {
      value: text,
      who: by,
    });
    const before = stateOf(findValue(product, address)?.json, address);
    return { cell, reason, met: { by, text, before, version: product.version } };
  });
}
