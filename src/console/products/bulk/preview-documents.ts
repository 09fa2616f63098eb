import { graphql } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';

export const PREVIEW_EDIT = graphql(
  `
  mutation PreviewEdit($input: PreviewBulkEditInput!, $channel: String, $locale: String) {
    previewBulkEdit(input: $input) {
      __typename
      ... on BulkEditPreview {
        updated unchanged failed
        results {
          sku outcome
          product { label(channel: $channel, locale: $locale) }
          changes { path channel locale old new }
          problem { code detail errors { attribute message } }
        }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

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
  [PROBLEM],
);

export const SET_ATTRIBUTES = graphql(`
  query SetAttributes($code: String!) {
    attributeSet(code: $code) { attributes { attribute { code } } }
  }
`);

export const COUNT_ROOTS = graphql(`
  query CountRoots($filter: ProductFilter) {
    products(first: 1, filter: $filter) { totalCount }
  }
`);
