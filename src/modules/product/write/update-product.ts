import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { ProductWrite } from '../model/product-input.ts';
import { writeOneProduct } from './write-products.ts';

/** Changes the named fields and cells of one product; everything else stays. */
export const updateProduct = defineWrite({
  name: 'updateProduct',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-publishable', 'conflict', 'not-found', 'version-mismatch'],
  handler: (context: WriteContext, write: ProductWrite) => writeOneProduct(context, write, 'update'),
});
