import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/request.ts';

const PRODUCT_COUNTS = graphql(`
  query ProductCounts {
    all: products(first: 1) { totalCount }
    published: products(first: 1, filter: { status: { eq: PUBLISHED } }) { totalCount }
    drafts: products(first: 1, filter: { status: { eq: DRAFT } }) { totalCount }
    inReview: products(first: 1, filter: { status: { eq: IN_REVIEW } }) { totalCount }
  }
`);

/** The number of products by status. */
export const productCountsQuery = queryOptions({
  queryKey: ['product counts'],
  queryFn: ({ signal }) => request(PRODUCT_COUNTS, {}, signal),
});
