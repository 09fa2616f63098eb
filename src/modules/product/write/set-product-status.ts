import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { productKey } from '../../product-reference/index.ts';
import type { ProductStatus } from '../../property/index.ts';
import { findReferred, hierarchyLevel } from '../model/product.store.ts';
import type { ProductItemResult } from '../model/product-input.ts';
import { writeOneProduct, writeProducts } from './write-products.ts';

export interface SetProductStatusInput {
  readonly ref: string;
  readonly status: ProductStatus;
  /** Comment of the revision: the reason of the change. */
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

export interface SetProductStatusesInput {
  /** SKUs, ids or external ids. */
  readonly refs: readonly string[];
  readonly status: ProductStatus;
  /** Comment of the revisions: the reason of the change. */
  readonly comment?: string | null | undefined;
}

/**
 * Gives many products a status in one transaction and returns the result of each, in the order of the input. Models go
 * before what stands below them, so that a family can be published at once in whatever order it is named.
 */
export const setProductStatuses = defineWrite({
  name: 'setProductStatuses',
  scope: 'product-status',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid'],
  async handler(
    context: WriteContext,
    { refs, status, comment }: SetProductStatusesInput,
  ): Promise<{ readonly results: readonly ProductItemResult[] }> {
    const depthOf = await findDepths(context, refs);
    const ordered = refs.map((ref, index) => ({ ref, index, depth: depthOf(ref) }));
    ordered.sort((a, b) => a.depth - b.depth || a.index - b.index);
    const writes = ordered.map(({ ref }) => ({ ref, patch: { status, comment } }));
    const results: ProductItemResult[] = [];
    for (const [ordinal, result] of (await writeProducts(context, writes, 'update')).entries()) {
      const index = ordered[ordinal]?.index ?? ordinal;
      results[index] = { ...result, index };
    }
    return { results };
  },
});

/** Returns the number of models that stand above each product; 0 for a product that is not found. */
async function findDepths(context: WriteContext, refs: readonly string[]): Promise<(ref: string) => number> {
  const products = await findReferred(context, context.session.organizationId, refs);
  return (ref) => {
    const product = products.get(productKey(ref));
    return product === undefined ? 0 : hierarchyLevel(product);
  };
}
