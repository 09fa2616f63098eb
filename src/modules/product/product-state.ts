/** `simple`: sold by itself; `model`: groups variants; `variant`: one sellable form of a model. */
export type ProductType = 'simple' | 'model' | 'variant';
export type ProductStatus = 'draft' | 'in_review' | 'published' | 'archived';

const FOLLOWING: Readonly<Record<ProductStatus, readonly ProductStatus[]>> = {
  draft: ['in_review', 'published', 'archived'],
  in_review: ['draft', 'published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft'],
};

/** The statuses that may follow one. */
export function statusesAfter(status: ProductStatus): readonly ProductStatus[] {
  return FOLLOWING[status];
}
