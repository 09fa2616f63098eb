import type { QueryKey } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { PROBLEM, settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

/** The lists that a deletion or a restoration changes. */
export const CHANGED_BY_DELETION: readonly QueryKey[] = [
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
  [PROBLEM],
);

/** Deletes a product, and with a model its variants. */
export const deleteProduct = async (ref: string, isModel: boolean) =>
  settled((await request(DELETE, { ref, force: isModel })).deleteProduct);

const RESTORE = graphql(
  `
  mutation RestoreProduct($ref: ID!) {
    restoreProduct(ref: $ref) {
      __typename
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

/** Restores a deleted product by its id, and with a model what was deleted with it. */
export const restoreProduct = async (ref: string) =>
  settled((await request(RESTORE, { ref })).restoreProduct);
