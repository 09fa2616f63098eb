import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/introspection.d.ts';

/**
 * Makes a typed document of a GraphQL text; its result and variables have the types of `schema/schema.graphql`.
 * `npm run check -- console` updates those types and reports documents that do not match the schema.
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
