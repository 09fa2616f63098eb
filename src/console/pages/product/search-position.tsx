import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { type findNeighbours, readLastSearch } from '../../catalogue/products/last-search.ts';
import { t } from '../../i18n/translate.ts';

const SEARCH_COUNT = graphql(`
  query FoundCount($filter: ProductFilter) { products(first: 1, filter: $filter) { totalCount } }
`);

/**
 * Shows the position of a product among those of the last search. After products were changed, added or deleted, the
 * search finds others: then it shows only their number.
 */
export function SearchPosition({
  beside,
}: {
  readonly beside: NonNullable<ReturnType<typeof findNeighbours>>;
}) {
  const { filter } = readLastSearch().by;
  const { data: count } = useQuery({
    queryKey: ['products', 'found', filter],
    queryFn: async ({ signal }) =>
      (await request(SEARCH_COUNT, { filter: filter ?? null }, signal)).products.totalCount,
    staleTime: 0,
  });
  if (count === undefined || count === null) return null;
  return (
    <span className="quiet">
      {count === beside.count
        ? t('{place, number} of {count, number}', { place: beside.place, count })
        : t('{count, number} found', { count })}
    </span>
  );
}
