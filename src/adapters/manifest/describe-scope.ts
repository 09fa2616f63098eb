import { ROLES, type ScopeExpression } from '../../kernel/scopes.ts';

/** Returns a scope expression in words: "the scope `products:read`". */
export function describeScope(scope: ScopeExpression): string {
  if (scope === 'authenticated') return 'a valid token';
  // Reviewers may do this too; a token needs the same scope.
  if (scope === 'product-status') return 'the scope `products:write`';
  if (typeof scope === 'string') return `the scope \`${scope}\``;
  if ('anyOf' in scope) return scope.anyOf.map(describeScope).join(' or ');
  if ('allOf' in scope) return scope.allOf.map(describeScope).join(' and ');
  return scope.sessionRole.length === ROLES.length
    ? 'to be signed in'
    : `to be signed in as ${scope.sessionRole.join(' or ')}`;
}
