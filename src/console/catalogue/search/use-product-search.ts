import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FilterField } from './grid-documents.ts';
import type { ProductsSearchParams } from './search-params.ts';
import { isSameState, toViewState, type ViewState } from './view-content.ts';
import { type StoredView, viewsQuery } from './view-documents.ts';

const EVERYTHING: ViewState = { q: '', where: [], advanced: null, sort: '', columns: null };

export interface ProductSearch extends ViewState {
  /** The saved view that is followed; null for none. */
  readonly view: StoredView | null;
  /** True if the shown state differs from the view. */
  readonly isChanged: boolean;
  /** True if the view of the address does not exist, or not for this person. */
  readonly isViewMissing: boolean;
  readonly isLoading: boolean;
  /**
   * Changes the search.
   *
   * @param replaces true if the address replaces the last one in the history of the browser
   */
  readonly change: (next: ProductsSearchParams, replaces?: boolean) => void;
}

/** Returns the search of the address, on top of its saved view. */
export function useProductSearch(fields: readonly FilterField[]): ProductSearch {
  const address = useSearch({ from: '/authenticated/products' });
  const navigate = useNavigate({ from: '/products' });
  const views = useQuery(viewsQuery);
  const view = views.data?.find(({ id }) => id === address.view) ?? null;
  const base = view === null ? EVERYTHING : toViewState(view, fields);
  const state: ViewState = {
    q: address.q ?? base.q,
    where: address.where ?? base.where,
    advanced: address.advanced === undefined ? base.advanced : address.advanced,
    sort: address.sort ?? base.sort,
    columns: address.columns ?? base.columns,
  };
  return {
    ...state,
    view,
    isChanged: !isSameState(state, base, fields),
    isViewMissing: address.view !== undefined && views.isSuccess && view === null,
    isLoading: address.view !== undefined && views.isPending,
    change: (next, replaces = false) => {
      const { columns, ...all } = state;
      // Beside a view, the address has the whole shown state.
      const own = view === null ? {} : { ...all, ...(columns === null ? {} : { columns }) };
      void navigate({ search: (before) => ({ ...before, ...own, ...next }), replace: replaces });
    },
  };
}
