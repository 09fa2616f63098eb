import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/introspection.d.ts';

/**
 * Makes a typed document of a GraphQL text; its answer and variables have the types of `schema/schema.graphql`.
 * `npm run check -- console` writes those types anew and tells documents that the schema does not allow.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    BigInt: string;
    Bound: string;
    Date: string;
    DateTime: string;
    Decimal: string;
    Factor: string;
    ID: string;
    JSON: unknown;
  };
}>();

export type { FragmentOf, ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada';
