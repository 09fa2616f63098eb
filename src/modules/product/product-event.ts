import type { ProductRow } from './product-row.ts';

/** What every event of a product says of it, as it is after the event, besides what changed. */
export const productEventData = ({
  status,
  attributeSet,
}: Pick<ProductRow, 'status' | 'attributeSet'>): { status: string; attribute_set: string | null } => ({
  status,
  attribute_set: attributeSet,
});
