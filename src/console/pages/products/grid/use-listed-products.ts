import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import { rowVariables } from '../../../catalogue/grid/columns/row-variables.ts';
import { toJsonFilter } from '../../../catalogue/search/filter-json.ts';
import { toGraphqlFilter } from '../../../catalogue/search/graphql-filter.ts';
import {
  type FilterField,
  facetsQuery,
  PRODUCTS,
  type RowVariables,
} from '../../../catalogue/search/grid-documents.ts';
import { toApiSort } from '../../../catalogue/search/sort.ts';
import type { ProductSearch } from '../../../catalogue/search/use-product-search.ts';
import { addEmptyFacetValues } from './facets.tsx';
import { useExpandableRows } from './levels/expandable-rows.ts';
import { selectedLevel, withoutLevel } from './levels/levels.ts';

/** Returns the products that a search finds, with their families and counts. */
export function useListedProducts(
  search: ProductSearch,
  fields: readonly FilterField[],
  page: Pick<RowVariables, 'channel' | 'locale'>,
  columns: readonly GridColumn[],
) {
  const { where, sort } = search;
  const jsonFilter = toJsonFilter(search, fields, page);
  const filter = toGraphqlFilter(jsonFilter);
  const { compare } = useViewScope();
  const row = rowVariables(columns, page, compare);
  const queryKey = ['products', filter, sort, row];
  const loaded = useList(
    queryKey,
    async (after, signal) => {
      const variables = { after, filter, sort: toApiSort(sort, page), ...row };
      return (await request(PRODUCTS, variables, signal)).products;
    },
    { keepsRows: true },
  );
  const families = useExpandableRows(loaded, { isTree: selectedLevel(where) === 'families', sort, row });
  const ofAllLevels = toJsonFilter({ ...search, where: withoutLevel(where) }, fields, page);
  const count = useQuery({
    ...facetsQuery(filter, toGraphqlFilter(ofAllLevels), page),
    placeholderData: keepPreviousData,
  });
  const unfiltered = useQuery({ ...facetsQuery({}, {}, page), enabled: count.data?.totalCount === 0 });
  return {
    jsonFilter,
    filter,
    /** Search that the products were found by. */
    by: { filter, sort: toApiSort(sort, page) },
    row,
    compare,
    queryKey,
    /** The found products, without those that are shown below them. */
    loaded,
    list: families?.list ?? loaded,
    /** It is null where all products are listed beside each other. */
    families,
    counts: {
      isError: count.isError,
      /** True while they are those of the previous search. */
      isStale: count.isPlaceholderData,
      isLoaded: count.data !== undefined,
      total: count.data?.totalCount ?? null,
      levels: count.data?.countOfLevel ?? null,
      facets: addEmptyFacetValues(count.data?.facets ?? [], unfiltered.data?.facets ?? []),
      variants: count.isPlaceholderData ? 0 : (count.data?.countOfLevel.variants ?? 0),
    },
  };
}
