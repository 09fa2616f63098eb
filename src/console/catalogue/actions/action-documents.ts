import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';

export const CHANGE_FOUND = graphql(
  `
  mutation ChangeFound($filter: ProductFilter!, $count: Int!, $patch: UpdateProductInput!, $dryRun: Boolean!) {
    upsertProducts(filter: $filter, expectedCount: $count, patch: $patch, dryRun: $dryRun) {
      __typename
      ... on UpsertProductsPayload {
        updated unchanged
        results { sku outcome product { id parent { id } } problem { code detail errors { code message messageKey params attribute } ... on NotPublishable { missing } } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

export type Filter = VariablesOf<typeof CHANGE_FOUND>['filter'];
export type Patch = VariablesOf<typeof CHANGE_FOUND>['patch'];

export const CHANGE_BY_JOB = graphql(
  `
  mutation ChangeByJob($input: BulkEditProductsInput!, $key: String) {
    bulkEditProducts(input: $input, idempotencyKey: $key) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

type BulkInput = VariablesOf<typeof CHANGE_BY_JOB>['input'];
/** A change of a number relative to its present value. */
export type Adjustment = NonNullable<BulkInput['adjust']>[number];

export const REFUSALS_OF_JOB = graphql(`
  query RefusalsOfJob($id: ID!) {
    job(id: $id) { errors(first: 100) { nodes { ref code message messageKey params attribute } } }
  }
`);

export const REFUSED_PRODUCTS = graphql(`
  query RefusedProducts($skus: [String!], $channel: String, $locale: String) {
    products(
      first: 100
      filter: { sku: { in: $skus }, status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }
    ) {
      nodes {
        id sku status label(channel: $channel, locale: $locale)
        completeness { channel { code } locale { code } missing }
        parent { id status parent { id status } }
      }
    }
  }
`);
