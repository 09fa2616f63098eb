import { graphql } from '../api/graphql.ts';

export const ATTRIBUTES = graphql(`
  query Attributes($after: String, $locale: String) {
    attributes(first: 100, after: $after) {
      nodes {
        id code type localizable scopable
        label(locale: $locale)
        group { label(locale: $locale) }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const ATTRIBUTE_SETS = graphql(`
  query AttributeSets($after: String, $locale: String) {
    attributeSets(first: 100, after: $after) {
      nodes { id code label(locale: $locale) productsCount attributes { sortOrder } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
