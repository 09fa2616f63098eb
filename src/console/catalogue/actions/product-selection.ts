import type { ProductFilter } from './action-documents.ts';
import type { ProductSelection } from './change-products.ts';
import type { RowSelection } from './row-selection.ts';

/** Filter that finds archived products, too. */
export const ANY_STATUS: ProductFilter = { status: { in: ['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED'] } };
/** Filter that a search without a condition applies. */
const NOT_ARCHIVED: ProductFilter = { status: { in: ['DRAFT', 'IN_REVIEW', 'PUBLISHED'] } };

/** Returns the products with these ids, whatever their status. */
export const idsFilter = (...ids: readonly string[]): ProductFilter => ({
  id: { in: [...ids] },
  ...ANY_STATUS,
});

/** Returns the products that are ticked in the list of a search. */
export function toProductSelection(
  { isAll, ids }: RowSelection,
  search: ProductFilter,
  totalCount: number,
): ProductSelection {
  if (!isAll) return { filter: idsFilter(...ids), count: ids.size };
  const isEmpty = Object.keys(search).length === 0;
  return { filter: isEmpty ? NOT_ARCHIVED : search, count: totalCount };
}

/** Returns the filter of ticked products in the JSON form of exports. */
export const toExportFilter = ({ isAll, ids }: RowSelection, search: object): object =>
  isAll ? search : { id: { in: [...ids] }, status: { in: ['draft', 'in_review', 'published', 'archived'] } };
