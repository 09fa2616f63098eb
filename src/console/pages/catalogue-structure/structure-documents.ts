import { graphql } from '../../api/graphql.ts';

export const ATTRIBUTES = graphql(`
  query Attributes($after: String, $words: String) {
    attributes(first: 100, after: $after) {
      nodes {
        id code type localizable scopable
        label(locale: $words)
        group { label(locale: $words) }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
