import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/request.ts';

const FIGURES = graphql(`
  query Figures {
    all: products(first: 1) { totalCount }
    published: products(first: 1, filter: { status: { eq: PUBLISHED } }) { totalCount }
    drafts: products(first: 1, filter: { status: { eq: DRAFT } }) { totalCount }
    inReview: products(first: 1, filter: { status: { eq: IN_REVIEW } }) { totalCount }
  }
`);

/** How many products there are, and how far they are. */
export const figuresQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: ({ signal }) => request(FIGURES, {}, signal),
});
