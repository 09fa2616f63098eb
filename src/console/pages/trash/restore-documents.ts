import { graphql } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../api/problem.ts';

export const RESTORE_MANY = graphql(
  `
  mutation RestoreProducts($refs: [ID!]!, $dryRun: Boolean!) {
    restoreProducts(refs: $refs, dryRun: $dryRun) {
      __typename
      ... on RestoreProductsPayload { results { problem { code detail errors { code message messageKey params attribute } } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);
