import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The loaded pages of a list. */
export interface PagedList<Node> {
  /** It is undefined before the first page. */
  readonly items: readonly Node[] | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** True if these are the rows of the previous request, which are shown until the new ones are loaded. */
  readonly isStale: boolean;
  refetch(): void;
  more(): void;
  /** Loads pages until there are so many rows, or no more. Resolves with the loaded ones. */
  upTo(count: number): Promise<readonly Node[]>;
}

/**
 * Returns a paged list: `items` are the rows of all loaded pages, `more` loads the next page.
 *
 * @param load loads the page after a cursor; null is the first page
 */
export function useList<Node>(
  queryKey: QueryKey,
  load: (after: string | null, signal: AbortSignal) => Promise<Connection<Node>>,
  options: {
    readonly refetchInterval?: number | false;
    /** True if the rows of the previous request stay while others are loaded. */
    readonly keepsRows?: boolean;
  } = {},
): PagedList<Node> {
  const { keepsRows = false, ...polling } = options;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    ...(keepsRows ? { placeholderData: keepPreviousData } : {}),
    ...polling,
  });
  const isStale = query.isPlaceholderData;
  const items = query.data?.pages.flatMap(({ nodes }) => nodes);
  return {
    items,
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage && !isStale,
    isLoadingMore: query.isFetchingNextPage,
    isStale,
    more: () => void query.fetchNextPage(),
    upTo: async (count) => {
      let { data, hasNextPage } = query;
      const loaded = () => data?.pages.flatMap(({ nodes }) => nodes) ?? [];
      while (!isStale && hasNextPage && loaded().length < count) {
        const result = await query.fetchNextPage();
        if (result.isError) throw result.error;
        ({ data, hasNextPage } = result);
      }
      return loaded();
    },
  };
}
