import { SCOPES, type ScopeExpression } from '../../kernel/scopes.ts';

/** Returns the scopes for reading the file of a job: those for reading its contents. */
export const readScopes = ({ scopes }: { readonly scopes: readonly string[] }): ScopeExpression => ({
  allOf: SCOPES.filter(
    (scope) =>
      scope.endsWith(':read') &&
      !scope.startsWith('import-export:') &&
      (scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write'))),
  ),
});
