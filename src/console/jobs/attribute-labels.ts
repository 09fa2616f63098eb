import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { request } from '../api/request.ts';
import { knowAttributes } from '../language/explain.ts';

const ATTRIBUTE_LABELS = graphql(`
  query AttributeLabels($after: String, $words: String) {
    attributes(first: 100, after: $after) {
      nodes {
        code label(locale: $words) type
        optionSet { code }
        measurementFamily { units { code symbol } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type AttributePage = ResultOf<typeof ATTRIBUTE_LABELS>['attributes'];

/** The most pages of attributes whose labels are read; others keep their codes. */
const MAXIMUM_PAGES = 10;

/** What attributes are called, for messages about values, and what their values are. */
export const attributeLabelsQuery = queryOptions({
  queryKey: ['attribute labels'],
  queryFn: async ({ signal }) => {
    const all: AttributePage['nodes'][number][] = [];
    let after: string | null = null;
    for (let pages = 0; pages < MAXIMUM_PAGES; pages += 1) {
      const { nodes, pageInfo }: AttributePage = (await request(ATTRIBUTE_LABELS, { after }, signal))
        .attributes;
      all.push(...knowAttributes(nodes));
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    return all;
  },
  staleTime: 60_000,
});
