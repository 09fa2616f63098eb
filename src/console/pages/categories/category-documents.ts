import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { USAGE } from '../../catalogue/model/usage-list.tsx';

const CHILDREN = graphql(`
  query CategoryChildren($parent: String, $roots: Boolean, $after: String, $words: String) {
    categories(first: 100, parent: $parent, roots: $roots, after: $after) {
      nodes { id code version sortOrder label(locale: $words) children(first: 1) { totalCount } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type ChildrenPage = ResultOf<typeof CHILDREN>['categories'];
export type TreeCategory = ChildrenPage['nodes'][number];

/** Returns the condition on the children of a category; null: on the roots. */
const childrenOf = (parent: string | null) => (parent === null ? { roots: true } : { parent });

/** Loads a page of the children of a category; null: of the roots. */
export const childrenQuery = (locale: string | null, parent: string | null, after: string | null) =>
  queryOptions({
    queryKey: ['CATEGORY', 'children', locale, parent, after],
    queryFn: async ({ signal }) =>
      (await request(CHILDREN, { ...childrenOf(parent), after }, signal)).categories,
  });

const COUNTS = graphql(`
  query CategoryCounts($parent: String, $roots: Boolean, $after: String) {
    categories(first: 100, parent: $parent, roots: $roots, after: $after) {
      nodes { code productsCount productsBelowCount productsBelowCountExact }
    }
  }
`);

export type CategoryCounts = ResultOf<typeof COUNTS>['categories']['nodes'][number];

/** Loads the numbers of products of a page of children; they take longer than the tree. */
export const countsQuery = (parent: string | null, after: string | null) =>
  queryOptions({
    queryKey: ['CATEGORY', 'counts', parent, after],
    queryFn: async ({ signal }) =>
      (await request(COUNTS, { ...childrenOf(parent), after }, signal)).categories.nodes,
  });

const SEARCH = graphql(`
  query SearchCategories($search: String!, $words: String) {
    categories(first: 30, search: $search, sort: { field: LABEL, direction: ASC }, locale: $words) {
      nodes { code label(locale: $words) path { code label(locale: $words) } }
      pageInfo { hasNextPage }
    }
  }
`);

export type CategoryMatch = ResultOf<typeof SEARCH>['categories']['nodes'][number];

/** Finds categories by a text in their code or labels: those whose label begins with it first. */
export const searchQuery = (locale: string | null, search: string) =>
  queryOptions({
    queryKey: ['CATEGORY', 'search', locale, search],
    queryFn: async ({ signal }) => {
      const { nodes, pageInfo } = (await request(SEARCH, { search }, signal)).categories;
      const start = search.trim().toLowerCase();
      const rank = ({ label }: CategoryMatch) =>
        label.toLowerCase() === start ? 0 : label.toLowerCase().startsWith(start) ? 1 : 2;
      return {
        matches: nodes.toSorted((one, other) => rank(one) - rank(other)),
        hasMore: pageInfo.hasNextPage,
      };
    },
    enabled: search.trim() !== '',
  });

const CATEGORY = graphql(
  `
  query OneCategory($code: String!, $words: String) {
    category(code: $code) {
      id code version productsCount productsBelowCount productsBelowCountExact
      label(locale: $words)
      labels { locale text }
      descriptions { locale text }
      slugs { locale text }
      seoTitles { locale text }
      seoDescriptions { locale text }
      image { code }
      parent { code }
      path { code label(locale: $words) }
      usage { ...UsageParts }
    }
  }
`,
  [USAGE],
);

export type Category = NonNullable<ResultOf<typeof CATEGORY>['category']>;

export const loadCategory = async (code: string, signal?: AbortSignal): Promise<Category | null> =>
  (await request(CATEGORY, { code }, signal)).category;

const CHANNEL_ROOTS = graphql(`
  query ChannelRoots($words: String) {
    channels(first: 100) { nodes { code label(locale: $words) categoryRoot { code } } }
  }
`);

/** Loads the labels of the channels that show a tree, by the code of its root. */
export const channelRootsQuery = queryOptions({
  queryKey: ['CHANNEL', 'roots'],
  queryFn: async ({ signal }) => {
    const { nodes } = (await request(CHANNEL_ROOTS, {}, signal)).channels;
    return Map.groupBy(
      nodes.filter(({ categoryRoot }) => categoryRoot !== null),
      ({ categoryRoot }) => categoryRoot?.code ?? '',
    );
  },
});

const SIBLINGS = graphql(`
  query CategorySiblings($parent: String, $roots: Boolean, $after: String) {
    categories(first: 100, parent: $parent, roots: $roots, after: $after) {
      nodes { code sortOrder }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const LAST_SIBLING = graphql(`
  query LastCategory($parent: String, $roots: Boolean) {
    categories(first: 1, parent: $parent, roots: $roots, sort: { field: POSITION, direction: DESC }) {
      nodes { code sortOrder }
    }
  }
`);

/** Maximum number of pages of 100 categories that are loaded for one change. */
const MAX_PAGES = 200;

/** Loads the children of a category in their order: all, or only the last one. */
export async function loadSiblings(
  parent: string | null,
  isLastOnly: boolean,
): Promise<readonly { readonly key: string; readonly sortOrder: number }[]> {
  const nodes = isLastOnly
    ? (await request(LAST_SIBLING, childrenOf(parent))).categories.nodes
    : await fetchAllPages(
        async (after) => (await request(SIBLINGS, { ...childrenOf(parent), after })).categories,
        MAX_PAGES,
      );
  return nodes.map(({ code, sortOrder }) => ({ key: code, sortOrder }));
}

const SUBTREE = graphql(`
  query CategorySubtree($root: String!, $after: String) {
    categories(first: 100, root: $root, after: $after) {
      nodes { code parent { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Loads the codes of a category and all below it, each with its parent; parents come first. */
export const loadSubtree = (root: string) =>
  fetchAllPages(async (after) => (await request(SUBTREE, { root, after })).categories, MAX_PAGES);
