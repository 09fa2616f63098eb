import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../api/problem.ts';

export const UPDATE_PRODUCTS = graphql(
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
  [PROBLEM_FRAGMENT],
);

export type ProductFilter = VariablesOf<typeof UPDATE_PRODUCTS>['filter'];
export type ProductPatch = VariablesOf<typeof UPDATE_PRODUCTS>['patch'];

export const BULK_EDIT_PRODUCTS = graphql(
  `
  mutation ChangeByJob($input: BulkEditProductsInput!, $key: String) {
    bulkEditProducts(input: $input, idempotencyKey: $key) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

type BulkInput = VariablesOf<typeof BULK_EDIT_PRODUCTS>['input'];
/** A change of a number relative to its present value. */
export type Adjustment = NonNullable<BulkInput['adjust']>[number];

export const BULK_EDIT_ERRORS = graphql(`
  query RefusalsOfJob($id: ID!) {
    job(id: $id) { errors(first: 100) { nodes { ref code message messageKey params attribute } } }
  }
`);

export const REJECTED_PRODUCTS = graphql(`
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
