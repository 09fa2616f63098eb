import { queryOptions } from '@tanstack/react-query';
import { graphql } from './graphql.ts';
import { request } from './request.ts';

const ME = graphql(`
  query Me {
    me { role scopes user { id name email } organization { id name defaultChannel defaultLocale } }
  }
`);

/** The signed-in person in the organization they work in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request(ME, {}, signal),
  select: ({ me }) => me,
  staleTime: 60_000,
});
