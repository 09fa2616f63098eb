import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { readScopeOf } from '../../graphql/read-scope.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { fieldScopeOf, skipsTypeScope } from '../manifest/selection-scopes.ts';

/**
 * Returns every scope that some field of a valid document could request, whatever its variables say and whichever type
 * an abstract one turns out to be: who holds them all is rejected nothing while it runs.
 */
export function documentScopes(schema: GraphQLSchema, document: DocumentNode): readonly ScopeExpression[] {
  const scopesByKey = new Map<string, ScopeExpression>();
  const need = (scope: ScopeExpression | null) => {
    if (scope !== null) scopesByKey.set(JSON.stringify(scope), scope);
  };
  const needField = (type: GraphQLCompositeType, field: GraphQLField<unknown, unknown>) => {
    if (!skipsTypeScope(field)) need(readScopeOf(type));
    need(fieldScopeOf(field));
  };
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    Field() {
      const [parent, field] = [types.getParentType(), types.getFieldDef()];
      if (parent == null || field == null) return;
      needField(parent, field);
      if (!isAbstractType(parent)) return;
      for (const type of schema.getPossibleTypes(parent)) {
        const own = isObjectType(type) ? type.getFields()[field.name] : undefined;
        if (own !== undefined) needField(type, own);
      }
    },
  });
  visit(document, visitor);
  return [...scopesByKey.values()];
}
