import type { WriteContext } from '../../../kernel/operation.ts';
import { externalRefOf } from '../../product-reference/index.ts';
import { externalRefKey } from '../model/links.ts';
import type { ProductBatchItem, ProductWrite } from '../model/product-input.ts';
import { loadExternalRefOwners } from './external-ref.store.ts';
import { writtenRefs } from './load-links.ts';

/** Returns the items as writes. One without SKU is about the product that has one of its external ids. */
export async function addressedWrites(
  context: WriteContext,
  items: readonly ProductBatchItem[],
): Promise<ProductWrite[]> {
  const refsOf = ({ sku, externalRefs }: ProductBatchItem) => (sku ? [] : writtenRefs(externalRefs));
  const holders = await loadExternalRefOwners(context, items.flatMap(refsOf));
  return items.map((item) => {
    const { sku, ifVersion, ...patch } = item;
    const refs = refsOf(item);
    const [first] = [...refs.filter((ref) => holders.has(externalRefKey(ref))), ...refs];
    return { ref: sku ?? (first === undefined ? '' : externalRefOf(first)), patch, ifVersion };
  });
}
