import type { Filter } from './action-documents.ts';
import type { Target } from './change-products.ts';
import type { Ticks } from './ticks.ts';

/** Filter that finds archived products, too. */
export const EVERY_STATUS: Filter = { status: { in: ['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED'] } };
/** Filter that a search without a condition applies. */
const NOT_ARCHIVED: Filter = { status: { in: ['DRAFT', 'IN_REVIEW', 'PUBLISHED'] } };

/** Returns the products with these ids, whatever their status. */
export const filterOfIds = (...ids: readonly string[]): Filter => ({ id: { in: [...ids] }, ...EVERY_STATUS });

/** Returns the products that are ticked in the list of a search. */
export function targetOf({ isAll, ids }: Ticks, search: Filter, found: number): Target {
  if (!isAll) return { filter: filterOfIds(...ids), count: ids.size };
  const isEmpty = Object.keys(search).length === 0;
  return { filter: isEmpty ? NOT_ARCHIVED : search, count: found };
}

/** Returns the filter of ticked products in the JSON form of exports. */
export const jsonTargetOf = ({ isAll, ids }: Ticks, search: object): object =>
  isAll ? search : { id: { in: [...ids] }, status: { in: ['draft', 'in_review', 'published', 'archived'] } };
