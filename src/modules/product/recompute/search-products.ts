import type { SearchSource } from '../../../kernel/module.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { emitDerived } from '../../../platform/ledger/emit-derived.ts';
import { storeSearchDocuments } from '../../search/index.ts';
import { type CatalogueStructure, readStructure } from '../../structure/index.ts';
import { liveTransition } from '../model/live.ts';
import {
  backfillLiveScopes,
  loadModels,
  lockProducts,
  productRows,
  updateDerived,
} from '../model/product.store.ts';
import { ancestorsAmong, deriveRows } from '../model/product-completeness.ts';
import { productDocument } from '../model/product-document.ts';
import type { ProductRow } from '../model/product-row.ts';
import { assignProductSlugs, productSlugs } from '../model/slugs.ts';
import { emitLiveChanged } from '../write/emit.ts';

export const productSearchSource: SearchSource<WriteContext> = {
  table: 'product',
  nextIds: productRows.pickLiving,
  count: productRows.countLiving,
  async store(context, ids) {
    const structure = await readStructure(context);
    const rows = await lockProducts(context, ids, []);
    const models = await loadModels(context, rows);
    const derived = deriveRows(structure, rows, models);
    // The scopes where products are live are moved by whoever changes them: known scopes are not computed anew here.
    const liveRows = derived.map((row, index) => ({ ...row, live: rows[index]?.live ?? row.live }));
    backfillLiveScopes(
      context,
      liveRows.filter((_row, index) => rows[index]?.live === null),
    );
    await indexProducts(context, structure, liveRows, models);
    emitDerived(
      context,
      'product',
      rows.map(({ id }) => id),
    );
  },
};

/**
 * Stores the derived data of locked products by the present structure, where nobody wrote them or a model above them,
 * and returns them so. The models above them are among the rows or `models`.
 */
export async function refreshDerived(
  context: WriteContext,
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[] = [],
): Promise<readonly ProductRow[]> {
  const derived = deriveRows(structure, rows, models);
  const ancestorsOf = ancestorsAmong([...models, ...derived]);
  const { rows: fresh, claims } = await assignProductSlugs(context, structure, derived, ancestorsOf);
  updateDerived(context, fresh);
  productSlugs.claim(context, claims);
  await indexProducts(context, structure, fresh, models);
  emitLiveTransitions(context, rows, fresh);
  emitDerived(
    context,
    'product',
    fresh.map(({ id }) => id),
  );
  return fresh;
}

/** Emits an event for each product that is live in other channels and locales than before. */
export function emitLiveTransitions(
  context: WriteContext,
  before: readonly ProductRow[],
  after: readonly ProductRow[],
): void {
  for (const [index, row] of after.entries()) {
    const move = liveTransition(before[index]?.live ?? null, row.live);
    if (move !== null) emitLiveChanged(context, row, move);
  }
}

/** Stores what products are found by. The models above them are among the rows or `models`. */
export async function indexProducts(
  context: WriteContext,
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[] = [],
): Promise<void> {
  await storeSearchDocuments(context, 'product', structure, familyTerms(structure, rows, models));
}

function familyTerms(
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[],
) {
  const ancestorsOf = ancestorsAmong([...models, ...rows]);
  return rows.map((row) => productDocument(row, ancestorsOf(row), structure));
}
