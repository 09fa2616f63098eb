/** `simple`: sold by itself; `model`: groups variants; `variant`: one sellable form of a model. */
export const PRODUCT_TYPES = ['simple', 'model', 'variant'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];
export const PRODUCT_STATUSES = ['draft', 'in_review', 'published', 'archived'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

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
