import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { ProductStatus } from '../../property/index.ts';
import { writeOneProduct } from './write-one-product.ts';

export interface SetProductStatusInput {
  readonly ref: string;
  readonly status: ProductStatus;
  /** Why, for the revision. */
  readonly comment?: string | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

/** Moves a product along its life: draft, in review, published, archived. Also open to reviewers. */
export const setProductStatus = defineWrite({
  name: 'setProductStatus',
  scope: 'product-status',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-publishable', 'conflict', 'not-found', 'version-mismatch'],
  handler: (context: WriteContext, { ref, status, comment, ifVersion }: SetProductStatusInput) =>
    writeOneProduct(context, { ref, patch: { status, comment }, ifVersion }, 'update'),
});
