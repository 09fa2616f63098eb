import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { refuseFailed } from '../../platform/operation/refuse-failed.ts';
import type { UpsertProductsInput } from './product-input.ts';
import { writeProducts } from './write-products.ts';

/** Creates and changes many products in one transaction and answers what became of each. */
export const upsertProducts = defineWrite({
  name: 'upsertProducts',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid'],
  transaction: 'sql',
  async work(work: WriteWork, { items, mode, errorPolicy, ...options }: UpsertProductsInput) {
    const writes = items.map(({ sku, ifVersion, ...patch }) => ({ ref: sku, patch, ifVersion }));
    const results = await writeProducts(work, writes, mode, options);
    if (errorPolicy === 'reject_all')
      refuseFailed(results.map(({ sku, refusal }) => ({ ref: sku, refusal })));
    return { results };
  },
});
