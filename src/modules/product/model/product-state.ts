import type { ProductStatus } from '../../property/index.ts';

const FOLLOWING: Readonly<Record<ProductStatus, readonly ProductStatus[]>> = {
  draft: ['in_review', 'published', 'archived'],
  in_review: ['draft', 'published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft'],
};

/** Returns the statuses that may follow one. */
export function nextStatuses(status: ProductStatus): readonly ProductStatus[] {
  return FOLLOWING[status];
}
