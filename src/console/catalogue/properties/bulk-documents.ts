import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { withCategoryPaths } from './category-paths.ts';

const BULK_LINKS = graphql(`
  query BulkLinks($words: String) {
    associationTypes(first: 100) { nodes { code label(locale: $words) } }
  }
`);

const BULK_CATEGORIES = graphql(`
  query BulkCategories($after: String, $words: String) {
    categories(first: 100, after: $after) {
      nodes { code label(locale: $words) parent { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const BULK_SETS = graphql(`
  query BulkSets($after: String, $words: String) {
    attributeSets(first: 100, after: $after) {
      nodes { code label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

interface Choice {
  readonly code: string;
  readonly label: string;
}

/** Choices of bulk edits and filters beside attributes. */
export interface BulkEditOptions {
  readonly associationTypes: readonly Choice[];
  readonly attributeSets: readonly Choice[];
  readonly categories: readonly Choice[];
}

/** Maximum number of pages of categories, and of attribute sets, that are offered. */
const MAX_PAGES = 20;

export const bulkEditOptionsQuery = (locale: string) =>
  queryOptions({
    queryKey: ['bulk choices', locale],
    queryFn: async ({ signal }): Promise<BulkEditOptions> => {
      const [{ associationTypes }, categories, attributeSets] = await Promise.all([
        request(BULK_LINKS, {}, signal),
        fetchAllPages(
          async (after) => (await request(BULK_CATEGORIES, { after }, signal)).categories,
          MAX_PAGES,
        ),
        fetchAllPages(
          async (after) => (await request(BULK_SETS, { after }, signal)).attributeSets,
          MAX_PAGES,
        ),
      ]);
      return {
        associationTypes: associationTypes.nodes,
        attributeSets,
        categories: withCategoryPaths(categories),
      };
    },
    staleTime: 60_000,
  });
