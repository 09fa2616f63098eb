import type { WriteWork } from '../../kernel/operation.ts';
import { isSearched, storeFacts } from '../search/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { countLiving, loadModels, lockProducts, pickLiving } from './product.store.ts';
import { ancestorsAmong, withCompleteness } from './product-completeness.ts';
import { productFacts } from './product-facts.ts';
import type { ProductRow } from './product-row.ts';

isSearched('product', {
  pick: pickLiving,
  count: countLiving,
  async factsOf(work, structure, ids) {
    const rows = await lockProducts(work, ids, []);
    const models = await loadModels(work, rows);
    return familyFacts(structure, withCompleteness(structure, rows, models), models);
  },
});

/** Stores what products are found by. The models above them are among the rows or `models`. */
export async function storeProductFacts(
  work: WriteWork,
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[] = [],
): Promise<void> {
  await storeFacts(work, 'product', structure, familyFacts(structure, rows, models));
}

function familyFacts(
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[],
) {
  const ancestorsOf = ancestorsAmong([...models, ...rows]);
  return rows.map((row) => productFacts(row, ancestorsOf(row), structure));
}
