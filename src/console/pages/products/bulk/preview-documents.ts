import { graphql } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';

export const PREVIEW_EDIT = graphql(
  `
  mutation PreviewEdit($input: PreviewBulkEditInput!, $channel: String, $locale: String, $adjusted: [String!]) {
    previewBulkEdit(input: $input) {
      __typename
      ... on BulkEditPreview {
        updated unchanged failed
        results {
          sku outcome
          product {
            label(channel: $channel, locale: $locale)
            values(attributes: $adjusted, fallback: false) { channel locale source json attribute { code } }
          }
          changes { path channel locale old new }
          problem { code detail errors { code attribute message messageKey params } }
        }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const CURRENT_PRODUCTS = graphql(`
  query ProductsBefore(
    $after: String
    $filter: ProductFilter
    $channel: String
    $locale: String
    $attributes: [String!]
  ) {
    products(first: 100, after: $after, filter: $filter) {
      nodes {
        sku label(channel: $channel, locale: $locale)
        values(attributes: $attributes, fallback: false) { channel locale source json attribute { code } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const PREVIEW_SET = graphql(
  `
  mutation PreviewSet($input: PreviewBulkEditInput!, $channel: String, $locale: String) {
    previewBulkEdit(input: $input) {
      __typename
      ... on BulkEditPreview {
        results {
          outcome
          product {
            completeness(channel: $channel, locale: $locale) { missing }
            values(fallback: false) { source attribute { code } }
          }
        }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const SET_ATTRIBUTES = graphql(`
  query SetAttributes($code: String!) {
    attributeSet(code: $code) { attributes { attribute { code } } }
  }
`);

export const COUNT_TARGETS = graphql(`
  query CountTargets($filter: ProductFilter) {
    products(first: 1, filter: $filter) { totalCount }
  }
`);

export const VARIANT_VALUES = graphql(`
  query VariantsBelow($after: String, $filter: ProductFilter, $attributes: [String!]) {
    products(first: 100, after: $after, filter: $filter) {
      nodes {
        values(attributes: $attributes, fallback: false) { channel locale source attribute { code } }
        parent {
          sku
          parent { sku }
          values(attributes: $attributes, fallback: false) { channel locale source attribute { code } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
