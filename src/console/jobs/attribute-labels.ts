import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { request } from '../api/request.ts';
import { knowAttributes } from '../language/explain.ts';

const ATTRIBUTE_LABELS = graphql(`
  query AttributeLabels($after: String, $words: String) {
    attributes(first: 100, after: $after) {
      nodes { code label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The most pages of attributes whose labels are read; others keep their codes. */
const MAXIMUM_PAGES = 10;

/** What attributes are called, for messages about values. */
export const attributeLabelsQuery = queryOptions({
  queryKey: ['attribute labels'],
  queryFn: async ({ signal }) => {
    let after: string | null = null;
    for (let pages = 0; pages < MAXIMUM_PAGES; pages += 1) {
      const page: ResultOf<typeof ATTRIBUTE_LABELS> = await request(ATTRIBUTE_LABELS, { after }, signal);
      knowAttributes(page.attributes.nodes);
      after = page.attributes.pageInfo.endCursor;
      if (!page.attributes.pageInfo.hasNextPage) break;
    }
    return Date.now();
  },
  staleTime: 60_000,
});
