/** What a shopper has chosen in a facet: values, or a range. */
export interface Refinement {
  facet: string;
  values?: string[] | null;
  min?: string | null;
  max?: string | null;
  below?: string | null;
}

/** What the address of a listing says besides its path. */
export interface ListingQuery {
  readonly q: string;
  readonly refine: Refinement[];
  readonly sort: string;
  /** Begins at 1. */
  readonly page: number;
}

const OTHERS = new Set(['q', 'sort', 'page', 'preview']);

const BOUNDS = ['min', 'max', 'below'] as const;

/** Reads `?finish=oiled_oak&finish=chalk_white&list_price.max=200&page=2`: what is nothing else is a facet. */
export function readListingQuery(query: URLSearchParams): ListingQuery {
  const facets = new Map<string, Refinement>();
  for (const [name, value] of query) {
    if (OTHERS.has(name) || value === '') continue;
    const [facet = '', end] = name.split('.');
    const refinement = facets.get(facet) ?? { facet };
    facets.set(facet, refinement);
    const bound = BOUNDS.find((one) => one === end);
    if (bound === undefined) refinement.values = [...(refinement.values ?? []), value];
    else refinement[bound] = value;
  }
  return {
    q: query.get('q')?.trim() ?? '',
    refine: [...facets.values()].map(inOrder),
    sort: query.get('sort') ?? '',
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
  };
}

/** A range that was typed the wrong way round is meant the other way; the API refuses it. */
function inOrder(refinement: Refinement): Refinement {
  const { min, max } = refinement;
  return min && max && Number(min) > Number(max) ? { ...refinement, min: max, max: min } : refinement;
}

/** The fields that a refinement is in a form or an address. */
export function refinementFields(refinement: Refinement): [name: string, value: string][] {
  const { facet, values } = refinement;
  return [
    ...(values ?? []).map((value): [string, string] => [facet, value]),
    ...BOUNDS.map((bound): [string, string] => [`${facet}.${bound}`, refinement[bound] ?? '']),
  ];
}

/** The address of a listing with some of its query replaced; it begins at the first page unless a page is given. */
export function listingLink(path: string, query: ListingQuery, change: Partial<ListingQuery>): string {
  const { q, refine, sort, page } = { ...query, page: 1, ...change };
  const fields: [string, string][] = [
    ['q', q],
    ...refine.flatMap(refinementFields),
    ['sort', sort],
    ['page', page === 1 ? '' : String(page)],
  ];
  return withQuery(path, fields);
}

/** A path with the fields that are not empty behind it. */
export function withQuery(path: string, fields: readonly (readonly [string, string])[]): string {
  const query = new URLSearchParams(
    fields.filter(([, value]) => value !== '').map(([name, value]) => [name, value]),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}
