import type { FilterObject } from './filter.ts';

/** Returns a filter to which conditions of arguments beside it are added: search words, and others. */
export function withQuery<Filter extends FilterObject<Filter> & { readonly q?: string | null | undefined }>(
  filter: Filter | null | undefined,
  query: string | null | undefined,
  others: Partial<Filter> = {},
): Filter | undefined {
  const added = { ...others, ...(query ? { q: query } : {}) } as Filter;
  if (Object.keys(added).length === 0) return filter ?? undefined;
  return filter ? { ...filter, and: [...(filter.and ?? []), added] } : added;
}

/** The times at which objects were changed. */
const TIMES = ['createdAt', 'updatedAt', 'effectiveUpdatedAt'] as const;

type Timed = Readonly<Partial<Record<(typeof TIMES)[number], unknown>>>;

/** Returns true if a filter has a condition on the time of a change. */
export function hasTimeCondition<Filter extends FilterObject<Filter> & Timed>(
  filter: Filter | null | undefined,
): boolean {
  if (filter == null) return false;
  if (TIMES.some((key) => filter[key] != null)) return true;
  return [...(filter.and ?? []), ...(filter.or ?? []), filter.not].some(hasTimeCondition);
}
