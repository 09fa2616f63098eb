import { SCOPES, type ScopeExpression } from '../../kernel/scopes.ts';

/** What reading the file of a job needs: the same as reading what is in it. */
export const readScopes = ({ scopes }: { readonly scopes: readonly string[] }): ScopeExpression => ({
  allOf: SCOPES.filter(
    (scope) =>
      scope.endsWith(':read') &&
      !scope.startsWith('import-export:') &&
      (scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write'))),
  ),
});
