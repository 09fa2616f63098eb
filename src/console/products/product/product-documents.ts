import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';
import { PRODUCT_PROPERTIES } from '../product-properties.tsx';

export const PRODUCT = graphql(
  `
  query Product($ref: ID!) {
    product(ref: $ref) {
      id sku label version updatedAt
      ...ProductProperties
      updatedBy { name }
      image { url altText }
      attributeSet {
        code label
        attributes {
          requiredIn
          group { code label }
          attribute { code label type localizable scopable }
        }
      }
      children(first: 100) { nodes { sku label type status } }
      publications { channel { code } state blockedBy }
      completeness { channel { code } locale { code } ratio required filled missing }
    }
    channels(first: 100, active: true) { nodes { code label locales { code label } } }
  }
`,
  [PRODUCT_PROPERTIES],
);

export type ProductData = ResultOf<typeof PRODUCT>;
export type Product = NonNullable<ProductData['product']>;
export type Channel = ProductData['channels']['nodes'][number];

export const VALUES = graphql(`
  query ProductValues($ref: ID!, $channel: String!, $locale: String!) {
    product(ref: $ref) {
      values(channels: [$channel], locales: [$locale], fallback: false) {
        channel locale source inSet
        display(locale: $locale)
        attribute { code label }
      }
    }
  }
`);

export type Value = NonNullable<ResultOf<typeof VALUES>['product']>['values'][number];

export const REVISIONS = graphql(`
  query ProductRevisions($ref: ID!, $after: String) {
    product(ref: $ref) {
      revisions(first: 20, after: $after) {
        nodes {
          version at kind comment origin changesTruncated
          actor { name type }
          changes { path channel locale old new }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export type Revision = NonNullable<ResultOf<typeof REVISIONS>['product']>['revisions']['nodes'][number];

export const RESTORE_REVISION = graphql(
  `
  mutation RestoreRevision($ref: ID!, $version: Int!, $dryRun: Boolean!) {
    restoreProductRevision(ref: $ref, version: $version, dryRun: $dryRun) {
      __typename
      ... on RestoreRevisionPayload {
        ref
        changes { path channel locale old new }
        notRestored { path channel locale message }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);
