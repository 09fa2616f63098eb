import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

const FILTER_FIELDS = graphql(`
  query ProductFilterFields {
    productFilterFields { field type operators values optionSet sortable }
  }
`);

export type FilterField = ResultOf<typeof FILTER_FIELDS>['productFilterFields'][number];

/** Everything there is to filter and sort by. */
export const filterFieldsQuery = queryOptions({
  queryKey: ['filter fields'],
  queryFn: async ({ signal }) => (await request(FILTER_FIELDS, {}, signal)).productFilterFields,
  staleTime: 60_000,
});

export const PRODUCTS = graphql(`
  query Products($after: String, $filter: ProductFilter, $sort: [ProductSort!]) {
    products(first: 50, after: $after, filter: $filter, sort: $sort) {
      nodes {
        id sku label type status updatedAt
        attributeSet { code label }
        parent { sku }
        image { url altText }
        completeness { channel locale ratio }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type GridProduct = ResultOf<typeof PRODUCTS>['products']['nodes'][number];

export const COUNT = graphql(`
  query CountProducts($filter: ProductFilter) {
    products(first: 1, filter: $filter) { totalCount }
  }
`);

export const RUN_EXPORT = graphql(
  `
  mutation RunExport($code: String!, $filter: JSON) {
    runProfile(code: $code, input: { filter: $filter }) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);
