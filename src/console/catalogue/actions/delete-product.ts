import type { QueryKey } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

/** The lists that a deletion or a restoration changes. */
export const DELETION_QUERY_KEYS: readonly QueryKey[] = [
  ...[['deleted products'], ['products'], ['product facets'], ['product'], ['home'], ['readiness']],
];

const DELETE = graphql(
  `
  mutation DeleteProduct($ref: ID!, $force: Boolean!) {
    deleteProduct(ref: $ref, force: $force) {
      __typename
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Deletes a product, and with a model its variants. */
export const deleteProduct = async (ref: string, isModel: boolean) =>
  unwrapPayload((await request(DELETE, { ref, force: isModel })).deleteProduct);

const RESTORE = graphql(
  `
  mutation RestoreProduct($ref: ID!) {
    restoreProduct(ref: $ref) {
      __typename
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Restores a deleted product by its id, and with a model what was deleted with it. */
export const restoreProduct = async (ref: string) =>
  unwrapPayload((await request(RESTORE, { ref })).restoreProduct);
