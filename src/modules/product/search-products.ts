import type { SearchSource } from '../../kernel/module.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { emitDerived } from '../../platform/ledger/emit-derived.ts';
import { storeSearchDocuments } from '../search/index.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';
import { countLiving, loadModels, lockProducts, pickLiving, updateDerived } from './product.store.ts';
import { ancestorsAmong, withCompleteness } from './product-completeness.ts';
import { productDocument } from './product-document.ts';
import type { ProductRow } from './product-row.ts';

export const productSearchSource: SearchSource<WriteContext> = {
  table: 'product',
  pick: pickLiving,
  count: countLiving,
  async store(context, ids) {
    const structure = await readStructure(context);
    const rows = await lockProducts(context, ids, []);
    const models = await loadModels(context, rows);
    await storeProductDocuments(context, structure, withCompleteness(structure, rows, models), models);
    emitDerived(
      context,
      'product',
      rows.map(({ id }) => id),
    );
  },
};

/**
 * Stores what is derived of products by the present structure, where nobody wrote them or a model above them. The models
 * above them are among the rows or `models`.
 */
export async function storeDerived(
  context: WriteContext,
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[] = [],
): Promise<void> {
  updateDerived(context, rows);
  await storeProductDocuments(context, structure, rows, models);
  emitDerived(
    context,
    'product',
    rows.map(({ id }) => id),
  );
}

/** Stores what products are found by. The models above them are among the rows or `models`. */
export async function storeProductDocuments(
  context: WriteContext,
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[] = [],
): Promise<void> {
  await storeSearchDocuments(context, 'product', structure, familyFacts(structure, rows, models));
}

function familyFacts(
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[],
) {
  const ancestorsOf = ancestorsAmong([...models, ...rows]);
  return rows.map((row) => productDocument(row, ancestorsOf(row), structure));
}
