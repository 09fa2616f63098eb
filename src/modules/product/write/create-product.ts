import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { ProductPatch } from '../model/product-input.ts';
import { writeOneProduct } from './write-products.ts';

export interface CreateProductInput extends ProductPatch {
  readonly sku: string;
}

/** Creates a product; rejected when its SKU is taken. */
export const createProduct = defineWrite({
  name: 'createProduct',
  scope: 'products:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-publishable', 'conflict', 'not-found'],
  handler: (context: WriteContext, { sku, ...patch }: CreateProductInput) =>
    writeOneProduct(context, { ref: sku, patch }, 'create'),
});
