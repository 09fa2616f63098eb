import type { CellChange } from '../../kernel/change.ts';
import { publicChange } from '../../kernel/change.ts';
import type { DomainError } from '../../kernel/errors.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import {
  type BulkEdit,
  findProductsToPreview,
  type ProductPatch,
  type WrittenPublication,
  writeProducts,
} from '../product/index.ts';

/** Maximum number of products of a preview: as many as a batch holds. */
export const MAX_PREVIEWED_PRODUCTS = 500;

export interface PreviewBulkEditInput extends Pick<BulkEdit, 'filter'> {
  readonly patch: ProductPatch;
  /** Number of products that are tried. */
  readonly first: number;
}

/** Predicted result for one product. */
export interface EditPreview {
  readonly id: string;
  readonly sku: string;
  readonly outcome: 'updated' | 'unchanged' | 'failed';
  readonly changes: readonly CellChange[];
  readonly refusal: DomainError | null;
  /** Null where the product is not published by the edit. */
  readonly publication: WrittenPublication | null;
}

export interface BulkEditPreview {
  /** Number of products that match the filter. */
  readonly totalCount: number;
  readonly results: readonly EditPreview[];
}

/**
 * Changes the first products that a filter finds, and says what has become of each. To be run as a dry run: what it writes
 * is not meant to stay.
 */
export const previewBulkEdit = defineWrite({
  name: 'previewBulkEdit',
  scope: { allOf: ['products:read', 'products:write'] },
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'conflict'],
  async handler(context: WriteContext, { first, ...edit }: PreviewBulkEditInput): Promise<BulkEditPreview> {
    const { count, products } = await findProductsToPreview(context, edit, first);
    const writes = products.map(({ id }) => ({ ref: encodeId('Product', id), patch: edit.patch }));
    const results = await writeProducts(context, writes, 'update');
    return {
      totalCount: count,
      results: results.map(({ outcome, changes, refusal, publication }, index) => ({
        id: products[index]?.id ?? '',
        sku: products[index]?.sku ?? '',
        outcome: outcome === 'created' ? 'updated' : outcome,
        changes: changes.map(publicChange),
        refusal,
        publication,
      })),
    };
  },
});
