import { foldKey } from '../../../kernel/codes.ts';
import { Conflict, DomainError } from '../../../kernel/errors.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { findConflicts } from '../../../platform/ledger/find-conflicts.ts';
import { deleteSearchRows } from '../../search/index.ts';
import { replaceExternalRefs } from '../links/external-ref.store.ts';
import { productNotFoundError, productUniqueValues, setDeleted } from '../model/product.store.ts';
import type { DeleteProductResult } from '../model/product-input.ts';
import type { ProductRow } from '../model/product-row.ts';
import { descendantsOf, findPending, type WriteBatch } from '../model/write-batch.ts';
import { emitPresence } from './emit.ts';
import { loadBatch } from './load.ts';

export interface DeleteProductInput {
  readonly ref: string;
  /** Deletes a model together with everything below it. */
  readonly force?: boolean | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

/** Result of one product that was to be deleted. */
export interface DeletedItem {
  readonly ref: string;
  /** UUID and SKU; null when it was rejected. */
  readonly product: Pick<ProductRow, 'id' | 'sku'> | null;
  readonly refusal: DomainError | null;
}

/** Takes a product out of the catalogue; its SKU is free at once and it can be restored for 30 days. */
export const deleteProduct = defineWrite({
  name: 'deleteProduct',
  scope: 'products:write',
  effect: 'destroy',
  retry: 'safe',
  errors: ['conflict', 'not-found', 'version-mismatch'],
  async handler(context: WriteContext, input: DeleteProductInput): Promise<DeleteProductResult> {
    const [result] = await deleteProducts(context, [input]);
    if (result === undefined) throw new Error('Deleting a product gave no result.');
    if (result.refusal !== null) throw result.refusal;
    if (result.product === null) throw new Error('A deleted product has an id.');
    return { id: encodeId('Product', result.product.id), code: result.product.sku };
  },
});

/**
 * Deletes any number of products in a constant number of statements. They go in order, so variants that come before
 * their model do not keep it; one that is rejected stays, and the others go.
 *
 * @param advice what the caller can do about a model that is kept by its variants
 */
export async function deleteProducts(
  context: WriteContext,
  inputs: readonly DeleteProductInput[],
  advice: Message = localized('delete-variants-first'),
): Promise<readonly DeletedItem[]> {
  if (inputs.length === 0) return [];
  const writes = inputs.map(({ ref, ifVersion }) => ({ ref, patch: {}, ifVersion }));
  const batch = await loadBatch(context, writes, 'update', {});
  const deletedRows: ProductRow[] = [];
  const results: DeletedItem[] = [];
  for (const input of inputs) {
    const { ref } = input;
    try {
      const [product, ...below] = await familyOf(context, batch, input, advice);
      for (const row of [product, ...below]) {
        deletedRows.push(row);
        batch.products.delete(row.id);
        batch.idBySku.delete(foldKey(row.sku));
      }
      results.push({ ref, product, refusal: null });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      results.push({ ref, product: null, refusal: error });
    }
  }
  if (deletedRows.length > 0) await persistDeleted(context, deletedRows);
  emitPresence(context, 'deleted', deletedRows);
  return results;
}

/** Returns the product and, when they are deleted with it, all below it, models first. @throws DomainError */
async function familyOf(
  context: WriteContext,
  batch: WriteBatch,
  { ref, force, ifVersion }: DeleteProductInput,
  advice: Message,
): Promise<readonly [ProductRow, ...ProductRow[]]> {
  const product = findPending(batch, ref)?.row;
  if (product === undefined) throw await productNotFoundError(context, ref);
  if (ifVersion !== undefined && ifVersion !== null) {
    const mismatch = await findConflicts(context, product, ifVersion, () => true, batch.laterChanges);
    if (mismatch !== null) throw mismatch;
  }
  const below = descendantsOf(batch, product)
    .map(({ row }) => row)
    .sort((a, b) => a.level - b.level || (a.sku < b.sku ? -1 : 1));
  if (below.length > 0 && force !== true) {
    const message = localized(below.length === 1 ? 'one-product-below' : 'products-below', {
      sku: product.sku,
      count: below.length,
      advice,
    });
    const usedBy = below
      .slice(0, 100)
      .map(({ id, sku }) => ({ type: 'Product', id: encodeId('Product', id), code: sku }));
    throw new Conflict('has-variants', message, { usedBy });
  }
  return [product, ...below];
}

async function persistDeleted(context: WriteContext, deletedRows: readonly ProductRow[]): Promise<void> {
  const ids = deletedRows.map(({ id }) => id);
  productUniqueValues.replace(context, ids, []);
  replaceExternalRefs(
    context,
    deletedRows
      .filter(({ externalRefs }) => externalRefs.length > 0)
      .map(({ id }) => ({ id, externalRefs: [] })),
  );
  await setDeleted(context, ids, true);
  await deleteSearchRows(context, 'product', ids);
}
