import type { FilterObject } from './filter.ts';

/** A filter to which conditions of arguments beside it are added: search words, and others. */
export function withQuery<Filter extends FilterObject<Filter> & { readonly q?: string | null | undefined }>(
  filter: Filter | null | undefined,
  query: string | null | undefined,
  others: Partial<Filter> = {},
): Filter | undefined {
  const added = { ...others, ...(query ? { q: query } : {}) } as Filter;
  if (Object.keys(added).length === 0) return filter ?? undefined;
  return filter ? { ...filter, and: [...(filter.and ?? []), added] } : added;
}
