import { type GraphQLCompositeType, type GraphQLNamedType, isObjectType } from 'graphql';
import type { ScopeExpression } from '../kernel/scopes.ts';
import type { TypeExtensions } from './extensions.ts';

interface ScopedElement {
  /** `$any`: scopes of a key fact, which is granted to the writer of the object. */
  readonly authScopes?: {
    readonly holds?: ScopeExpression;
    readonly $any?: { readonly holds?: ScopeExpression };
  };
  readonly skipTypeScopes?: boolean;
  readonly grantScopes?: unknown;
}

/** Returns the scopes that a type or field was declared with. */
export const declaredScopesOf = ({ extensions }: { readonly extensions: object }): ScopedElement =>
  (extensions as { readonly pothosOptions?: ScopedElement }).pothosOptions ?? {};

/** Returns the read scope of a type; null when everybody may read it who reached it. */
export function readScopeOf(type: GraphQLCompositeType): ScopeExpression | null {
  const { authScopes } = declaredScopesOf(type);
  return authScopes?.holds ?? null;
}

/** Returns the scope that reading an object by its id needs; null for types without ids. */
export function nodeScopeOf(type: GraphQLNamedType | undefined): ScopeExpression | null {
  if (!isObjectType(type) || type.getInterfaces().every(({ name }) => name !== 'Node')) return null;
  const { nodeScope }: TypeExtensions = type.extensions;
  return nodeScope ?? readScopeOf(type);
}
