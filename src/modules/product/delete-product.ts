import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { Conflict, NotFound } from '../../kernel/refusal.ts';
import { findConflicts } from '../../platform/ledger/find-conflicts.ts';
import { deleteSearchRows } from '../search/index.ts';
import { replaceExternalRefs } from './external-ref.store.ts';
import { openBench } from './open-bench.ts';
import { productUniqueValues, setDeleted } from './product.store.ts';
import type { DeletedProductAnswer } from './product-answer.ts';
import { descendantsOf, findDraft } from './product-bench.ts';
import { productEventData } from './product-event.ts';

export interface DeleteProductInput {
  readonly ref: string;
  /** Deletes a model together with everything below it. */
  readonly force?: boolean | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

/** Takes a product out of the catalogue; its SKU is free at once and it can be restored for 30 days. */
export const deleteProduct = defineWrite({
  name: 'deleteProduct',
  scope: 'products:write',
  effect: 'destroy',
  retry: 'safe',
  errors: ['conflict', 'not-found', 'version-mismatch'],
  transaction: 'sql',
  async work(work: WriteWork, { ref, force, ifVersion }: DeleteProductInput): Promise<DeletedProductAnswer> {
    const bench = await openBench(work, [{ ref, patch: {} }]);
    const product = findDraft(bench, ref)?.row;
    if (product === undefined) throw NotFound.of('product', ref);
    if (ifVersion !== undefined && ifVersion !== null) {
      const mismatch = await findConflicts(work, product, ifVersion, () => true);
      if (mismatch !== null) throw mismatch;
    }
    const below = descendantsOf(bench, product)
      .map(({ row }) => row)
      .sort((a, b) => a.level - b.level || (a.sku < b.sku ? -1 : 1));
    if (below.length > 0 && force !== true) {
      const message = `'${product.sku}' has ${below.length} products below it. Delete them first, or set force.`;
      const usedBy = below
        .slice(0, 100)
        .map(({ id, sku }) => ({ type: 'Product', id: encodeId('Product', id), code: sku }));
      throw new Conflict('has-variants', message, { usedBy });
    }
    const gone = [product, ...below];
    const ids = gone.map(({ id }) => id);
    productUniqueValues.replace(work, ids, []);
    replaceExternalRefs(
      work,
      gone.filter(({ externalRefs }) => externalRefs.length > 0).map(({ id }) => ({ id, externalRefs: [] })),
    );
    await setDeleted(work, ids, true);
    await deleteSearchRows(work, 'product', ids);
    for (const row of gone) {
      work.emit({
        resource: 'product',
        verb: 'deleted',
        objectId: row.id,
        ref: row.sku,
        version: row.version + 1,
        changes: [],
        data: productEventData(row),
      });
    }
    return { id: encodeId('Product', product.id), code: product.sku };
  },
});
