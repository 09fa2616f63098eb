import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';
import { PRODUCT_PROPERTIES } from '../product-properties.tsx';

export const PRODUCT = graphql(
  `
  query Product($ref: ID!, $channel: String, $locale: String) {
    product(ref: $ref) {
      id sku version updatedAt
      label(channel: $channel, locale: $locale)
      ...ProductProperties
      updatedBy { name }
      image(channel: $channel, locale: $locale) { altText(locale: $locale) url(width: 320, height: 320, fit: COVER, format: WEBP) }
      attributeSet {
        code label(locale: $locale)
        attributes {
          requiredIn
          group { code label(locale: $locale) }
          attribute { code label(locale: $locale) type localizable scopable }
        }
      }
      children(first: 100) {
        nodes {
          sku type status
          label(channel: $channel, locale: $locale)
          image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
        }
      }
      publications { channel { code } state blockedBy }
      completeness { channel { code label(locale: $locale) } locale { code label } ratio required filled missing }
    }
  }
`,
  [PRODUCT_PROPERTIES],
);

export type ProductData = ResultOf<typeof PRODUCT>;
export type Product = NonNullable<ProductData['product']>;

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
