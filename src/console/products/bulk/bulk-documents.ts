import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

const BULK_CHOICES = graphql(`
  query BulkChoices($after: String, $words: String) {
    associationTypes(first: 100) { nodes { code label(locale: $words) } }
    categories(first: 100, after: $after) {
      nodes { code label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const PREVIEW_EDIT = graphql(
  `
  mutation PreviewEdit($input: PreviewBulkEditInput!, $channel: String, $locale: String) {
    previewBulkEdit(input: $input) {
      __typename
      ... on BulkEditPreview {
        updated unchanged failed
        results {
          sku outcome
          product { label(channel: $channel, locale: $locale) }
          changes { path channel locale old new }
          problem { code detail errors { attribute message } }
        }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

export const COUNT_ROOTS = graphql(`
  query CountRoots($filter: ProductFilter) {
    products(first: 1, filter: $filter) { totalCount }
  }
`);

interface Choice {
  readonly code: string;
  readonly label: string;
}

/** What can be chosen in bulk edits beside attributes. */
export interface BulkChoices {
  readonly associationTypes: readonly Choice[];
  readonly categories: readonly Choice[];
}

/** The most pages of categories that are offered. */
const MAXIMUM_PAGES = 20;

export const bulkChoicesQuery = (locale: string) =>
  queryOptions({
    queryKey: ['bulk choices', locale],
    queryFn: async ({ signal }): Promise<BulkChoices> => {
      const categories: Choice[] = [];
      let associationTypes: readonly Choice[] = [];
      let after: string | null = null;
      for (let pages = 0; pages < MAXIMUM_PAGES; pages += 1) {
        const page: ResultOf<typeof BULK_CHOICES> = await request(BULK_CHOICES, { after }, signal);
        associationTypes = page.associationTypes.nodes;
        categories.push(...page.categories.nodes);
        after = page.categories.pageInfo.endCursor;
        if (!page.categories.pageInfo.hasNextPage) break;
      }
      return { associationTypes, categories };
    },
    staleTime: 60_000,
  });
