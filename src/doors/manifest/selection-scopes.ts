import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql';
import type { ScopeExpression } from '../../kernel/scopes.ts';

interface Guarded {
  readonly authScopes?: {
    readonly holds?: ScopeExpression;
    readonly $any?: { readonly holds?: ScopeExpression };
  };
  readonly skipTypeScopes?: boolean;
  readonly grantScopes?: unknown;
}

const guardOf = ({ extensions }: { readonly extensions: object }): Guarded =>
  (extensions as { readonly pothosOptions?: Guarded }).pothosOptions ?? {};

/** The read scope of a type; null when everybody may read it who reached it. */
export function readScopeOf(type: GraphQLCompositeType): ScopeExpression | null {
  const { authScopes } = guardOf(type);
  return authScopes?.holds ?? authScopes?.$any?.holds ?? null;
}

/** What a field itself needs, its type's scope aside. */
export function fieldScopeOf(field: GraphQLField<unknown, unknown>): ScopeExpression | null {
  return guardOf(field).authScopes?.holds ?? null;
}

/** Whether a field is read without its type's scope, as the code and label of what is referred to. */
export const skipsTypeScope = (field: GraphQLField<unknown, unknown>): boolean =>
  guardOf(field).skipTypeScopes === true;

/**
 * Every scope that reading a selection needs. Fragments without a type are left out: they are the expansions, which
 * are only read when asked for.
 */
export function scopesOfSelection(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  selections: readonly SelectionNode[],
): ScopeExpression[] {
  const found = new Map<string, ScopeExpression>();
  const need = (scope: ScopeExpression | null) => {
    if (scope !== null) found.set(JSON.stringify(scope), scope);
  };
  const walk = (parent: GraphQLCompositeType, nodes: readonly SelectionNode[], isGranted: boolean): void => {
    for (const node of nodes) {
      if (node.kind === Kind.FRAGMENT_SPREAD) continue;
      if (node.kind === Kind.INLINE_FRAGMENT) {
        const on = node.typeCondition && schema.getType(node.typeCondition.name.value);
        if (isCompositeType(on)) walk(on, node.selectionSet.selections, isGranted);
        continue;
      }
      const field =
        isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
      if (field === undefined) continue;
      const guard = guardOf(field);
      if (!isGranted && guard.skipTypeScopes !== true) need(readScopeOf(parent));
      need(fieldScopeOf(field));
      const below = getNamedType(field.type);
      if (node.selectionSet !== undefined && isCompositeType(below))
        walk(below, node.selectionSet.selections, guard.grantScopes !== undefined);
    }
  };
  walk(type, selections, false);
  return [...found.values()];
}

/** Whether everybody who holds one expression holds the other too. */
export function implies(held: ScopeExpression, needed: ScopeExpression): boolean {
  if (JSON.stringify(held) === JSON.stringify(needed) || needed === 'authenticated') return true;
  if (typeof held === 'object') {
    // People have every scope; owners and admins have every right.
    if ('sessionRole' in held && held.sessionRole.every((role) => role === 'owner' || role === 'admin'))
      return typeof needed === 'string';
    if ('anyOf' in held) return held.anyOf.every((part) => implies(part, needed));
    if ('allOf' in held && held.allOf.some((part) => implies(part, needed))) return true;
  }
  if (typeof needed !== 'object') return false;
  if ('anyOf' in needed) return needed.anyOf.some((part) => implies(held, part));
  return 'allOf' in needed && needed.allOf.every((part) => implies(held, part));
}
