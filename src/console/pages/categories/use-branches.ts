import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Branches, TreeNode } from '../../ui/tree/tree-rows.ts';
import {
  type CategoryCounts,
  type ChildrenPage,
  childrenQuery,
  countsQuery,
  type TreeCategory,
} from './category-documents.ts';

/** A category as the tree shows it. */
export interface CategoryNode extends TreeNode {
  readonly version: number;
}

interface PageOfChildren {
  readonly parent: string | null;
  readonly after: string | null;
}

const toNode = ({ code, label, version, children }: TreeCategory): CategoryNode => ({
  key: code,
  label,
  version,
  hasChildren: (children?.totalCount ?? 0) > 0,
});

/** Loads the roots, and the children of expanded categories, page by page as they come into view. */
export function useBranches(locale: string | null, expanded: ReadonlySet<string>) {
  const client = useQueryClient();
  const [pageCounts, setPageCounts] = useState<ReadonlyMap<string | null, number>>(new Map());
  const pages = visiblePages(client, locale, expanded, pageCounts);
  const results = useQueries({
    queries: pages.map(({ parent, after }) => childrenQuery(locale, parent, after)),
  });
  const countResults = useQueries({ queries: pages.map(({ parent, after }) => countsQuery(parent, after)) });
  const branches: Branches<CategoryNode> = new Map(
    [...Map.groupBy(pages.entries(), ([, { parent }]) => parent)].flatMap(([parent, entries]) => {
      const loaded = entries.flatMap(([index]) => results[index]?.data ?? []);
      const nodes = loaded.flatMap((page) => page.nodes.map(toNode));
      const hasMore = loaded.length < entries.length || loaded.at(-1)?.pageInfo.hasNextPage === true;
      return loaded.length === 0 ? [] : [[parent, { nodes, hasMore }] as const];
    }),
  );
  const counts = new Map<string, CategoryCounts>(
    countResults.flatMap(({ data = [] }) => data.map((count) => [count.code, count] as const)),
  );
  return {
    branches,
    counts,
    error: results.find(({ isError, data }) => isError && data === undefined)?.error ?? null,
    refetch: () => void client.invalidateQueries({ queryKey: ['CATEGORY'] }),
    /** Loads the next page of the children of a category. */
    more: (parent: string | null) => {
      const loaded = pages.filter(
        (page) =>
          page.parent === parent &&
          client.getQueryData(childrenQuery(locale, parent, page.after).queryKey) !== undefined,
      ).length;
      if (loaded > 0) setPageCounts((old) => new Map(old).set(parent, loaded + 1));
    },
  };
}

/** Returns the pages of children to load: each begins after the page before, once that is loaded. */
function visiblePages(
  client: QueryClient,
  locale: string | null,
  expanded: ReadonlySet<string>,
  pageCounts: ReadonlyMap<string | null, number>,
): readonly PageOfChildren[] {
  const addBranch = (parent: string | null): readonly PageOfChildren[] => {
    const pages: PageOfChildren[] = [];
    const below: string[] = [];
    let after: string | null = null;
    for (let count = pageCounts.get(parent) ?? 1; count > 0; count -= 1) {
      pages.push({ parent, after });
      const data: ChildrenPage | undefined = client.getQueryData(
        childrenQuery(locale, parent, after).queryKey,
      );
      for (const { code, children } of data?.nodes ?? [])
        if (expanded.has(code) && (children?.totalCount ?? 0) > 0) below.push(code);
      if (data === undefined || !data.pageInfo.hasNextPage) break;
      after = data.pageInfo.endCursor;
    }
    return [...pages, ...below.flatMap(addBranch)];
  };
  return addBranch(null);
}
