import { graphql } from '../../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../../api/problem.ts';
import { GRID_ROW } from '../../../../catalogue/search/grid-documents.ts';

export const CHECK_CELLS = graphql(
  `
  mutation CheckCells($items: [UpsertProductInput!]!) {
    upsertProducts(mode: UPDATE, dryRun: true, items: $items) {
      __typename
      ... on UpsertProductsPayload { results { sku problem { code detail errors { code message messageKey params attribute path takenBy } } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const SAVE_CELLS = graphql(
  `
  mutation SaveCells(
    $items: [UpsertProductInput!]!
    $channel: String
    $locale: String
    $attributes: [String!]
    $channels: [String!]
    $locales: [String!]
    $compares: Boolean = false
    $otherChannel: String
    $otherLocale: String
  , $words: String) {
    upsertProducts(mode: UPDATE, items: $items) {
      __typename
      ... on UpsertProductsPayload {
        results { sku outcome product { ...GridRow } problem { code detail errors { code message messageKey params attribute path takenBy } } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT, GRID_ROW],
);

export const SET_ROW_STATUS = graphql(
  `
  mutation SetRowStatus(
    $ref: ID!
    $status: ProductStatus!
    $channel: String
    $locale: String
    $attributes: [String!]
    $channels: [String!]
    $locales: [String!]
    $compares: Boolean = false
    $otherChannel: String
    $otherLocale: String
    $words: String
  ) {
    setProductStatus(ref: $ref, input: { status: $status }) {
      __typename
      ... on ProductPayload { product { ...GridRow } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT, GRID_ROW],
);

export const STAGED_PRODUCTS = graphql(
  `
  query KeptProducts(
    $ids: [String!]
    $channel: String
    $locale: String
    $attributes: [String!]
    $channels: [String!]
    $locales: [String!]
    $compares: Boolean = false
    $otherChannel: String
    $otherLocale: String
  , $words: String) {
    products(first: 100, filter: { id: { in: $ids }, status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }) {
      nodes { ...GridRow }
    }
  }
`,
  [GRID_ROW],
);

export const EXISTING_SKUS = graphql(`
  query ExistingSkus($skus: [String!]!) {
    products(first: 100, filter: { sku: { in: $skus }, status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }) {
      nodes { sku }
    }
  }
`);

export const LEVELS = graphql(`
  query LevelsAbove($id: ID!, $attributes: [String!], $channel: String, $locale: String) {
    product(ref: $id) {
      parent {
        id sku version label(channel: $channel, locale: $locale) variantsCount
        values(own: true, attributes: $attributes) { channel locale }
        parent {
          id sku version label(channel: $channel, locale: $locale) variantsCount
          values(own: true, attributes: $attributes) { channel locale }
        }
      }
    }
  }
`);
