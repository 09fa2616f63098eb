import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

const ATTRIBUTES = graphql(`
  query AttributesByName($after: String, $words: String) {
    attributes(first: 100, after: $after) {
      nodes { code type localizable scopable unique label(locale: $words) }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const FAMILIES = graphql(`
  query UnitsByName($after: String, $words: String) {
    measurementFamilies(first: 100, after: $after) {
      nodes { code units { code symbol label(locale: $words) } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Loads the attributes and units that a pasted table is compared with. */
export const tableModelQuery = queryOptions({
  queryKey: ['ATTRIBUTE', 'by name'],
  queryFn: async ({ signal }) => {
    const [attributes, families] = await Promise.all([
      fetchAllPages(async (after) => (await request(ATTRIBUTES, { after }, signal)).attributes),
      fetchAllPages(async (after) => (await request(FAMILIES, { after }, signal)).measurementFamilies),
    ]);
    return { attributes, families };
  },
});
