import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ProductSearch } from '../../../catalogue/search/use-product-search.ts';

/** Search of a list of entities; it has no saved views. */
export type EntitySearch = Pick<
  ProductSearch,
  'q' | 'where' | 'advanced' | 'sort' | 'columns' | 'view' | 'change'
>;

/** Returns the search of the address. */
export function useEntitySearch(): EntitySearch {
  const {
    q = '',
    where = [],
    sort = '',
    columns = null,
    advanced = null,
  } = useSearch({
    from: '/authenticated/entities/{-$type}',
  });
  const navigate = useNavigate({ from: '/entities/{-$type}' });
  return {
    q,
    where,
    advanced,
    sort,
    columns,
    view: null,
    change: (next, replaces = false) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: replaces }),
  };
}
