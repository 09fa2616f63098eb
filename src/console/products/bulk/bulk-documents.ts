import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { withPaths } from './category-paths.ts';

const BULK_CHOICES = graphql(`
  query BulkChoices($after: String, $words: String) {
    associationTypes(first: 100) { nodes { code label(locale: $words) } }
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

/** What can be chosen in bulk edits and filters beside attributes. */
export interface BulkChoices {
  readonly associationTypes: readonly Choice[];
  readonly attributeSets: readonly Choice[];
  readonly categories: readonly Choice[];
}

interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The most pages of categories, and of attribute sets, that are offered. */
const MAXIMUM_PAGES = 20;

async function everyPage<Node>(
  load: (after: string | null) => Promise<Page<Node>>,
): Promise<readonly Node[]> {
  const all: Node[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < MAXIMUM_PAGES; pages += 1) {
    const { nodes, pageInfo }: Page<Node> = await load(after);
    all.push(...nodes);
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) break;
  }
  return all;
}

export const bulkChoicesQuery = (locale: string) =>
  queryOptions({
    queryKey: ['bulk choices', locale],
    queryFn: async ({ signal }): Promise<BulkChoices> => {
      let associationTypes: readonly Choice[] = [];
      const [categories, attributeSets] = await Promise.all([
        everyPage(async (after) => {
          const page: ResultOf<typeof BULK_CHOICES> = await request(BULK_CHOICES, { after }, signal);
          associationTypes = page.associationTypes.nodes;
          return page.categories;
        }),
        everyPage(async (after) => (await request(BULK_SETS, { after }, signal)).attributeSets),
      ]);
      return { associationTypes, attributeSets, categories: withPaths(categories) };
    },
    staleTime: 60_000,
  });
