import type { DomainError } from '../../../kernel/errors.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { Completeness } from '../../values/index.ts';
import { addressedWrites } from '../links/addressed-writes.ts';
import { loadRows } from '../model/product.store.ts';
import type { ProductBatchItem } from '../model/product-input.ts';
import { writeProducts } from './write-products.ts';

/** Result that writing a product would have. */
export interface ProductValidationResult {
  /** Reason why it would be rejected; null when it would be accepted. */
  readonly refusal: DomainError | null;
  /** Completeness of the product as it would be; empty when it would be rejected. */
  readonly completeness: readonly Completeness[];
}

/**
 * Reports what creating or changing a product would come to, by writing it for trial: so the validation result is that
 * of the rules themselves. It is open to readers and therefore never runs but as a dry run.
 */
export const validateProduct = defineWrite({
  name: 'validateProduct',
  scope: 'products:read',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, item: ProductBatchItem): Promise<ProductValidationResult> {
    if (!context.dryRun) throw new Error('validateProduct stores nothing: run it as a dry run.');
    const writes = await addressedWrites(context, [item]);
    const [result] = await writeProducts(context, writes, 'upsert');
    if (result === undefined) throw new Error('Trying a product gave no result.');
    const { id, refusal } = result;
    const [row] = id === null ? [] : await loadRows(context, context.session.organizationId, [id]);
    return { refusal, completeness: row?.completeness ?? [] };
  },
});
