import {
  type FieldNode,
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
import { declaredScopesOf, readScopeOf } from '../../graphql/read-scope.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';

/** Returns the scopes that a field itself needs, without its type's scope. */
export function fieldScopeOf(field: GraphQLField<unknown, unknown>): ScopeExpression | null {
  const { authScopes } = declaredScopesOf(field);
  return authScopes?.holds ?? authScopes?.$any?.holds ?? null;
}

/** Returns true if a field returns an object that its caller has just written, whose key fields then need no scope. */
export const grantsKeyFields = (field: GraphQLField<unknown, unknown>): boolean =>
  declaredScopesOf(field).grantScopes !== undefined;

/**
 * Returns the scopes for requesting one field, whatever is selected below it.
 *
 * @param isGranted whether its object was written by the caller
 */
export function scopesOfField(
  parent: GraphQLCompositeType,
  field: GraphQLField<unknown, unknown>,
  isGranted: boolean,
): ScopeExpression[] {
  const isOpen = isGranted && declaredScopesOf(field).authScopes?.$any !== undefined;
  const needed = [skipsTypeScope(field) ? null : readScopeOf(parent), isOpen ? null : fieldScopeOf(field)];
  return needed.filter((scope) => scope !== null);
}

/** Returns true if a field is read without its type's scope, as are the code and label of a referenced object. */
export const skipsTypeScope = (field: GraphQLField<unknown, unknown>): boolean =>
  declaredScopesOf(field).skipTypeScopes === true;

/** A field in a selection, with what requesting it needs whatever is requested below it. */
export interface SelectedField {
  readonly parent: GraphQLCompositeType;
  readonly node: FieldNode;
  readonly scopes: readonly ScopeExpression[];
  /** True for a field of the topmost object. */
  readonly isTop: boolean;
}

/**
 * Visits the fields of a selection from the top and returns the selection. A field for which `visit` returns a node is
 * replaced by it and visited no deeper; null continues below the field. Fragments spread by name are skipped.
 *
 * @param isWritten whether the caller has just written the objects of `type`, whose key facts need no scope then
 */
export function mapSelection(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  selections: readonly SelectionNode[],
  isWritten: boolean,
  visit: (selected: SelectedField) => FieldNode | null,
): SelectionNode[] {
  const map = (
    parent: GraphQLCompositeType,
    nodes: readonly SelectionNode[],
    isGranted: boolean,
    isTop: boolean,
  ): SelectionNode[] =>
    nodes.map((node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return node;
      const inside = (below: GraphQLCompositeType, isBelowGranted: boolean, isStillTop: boolean) => {
        const selected = node.selectionSet?.selections ?? [];
        return {
          ...node,
          selectionSet: {
            kind: Kind.SELECTION_SET,
            selections: map(below, selected, isBelowGranted, isStillTop),
          },
        } as const;
      };
      if (node.kind === Kind.INLINE_FRAGMENT) {
        const on = node.typeCondition && schema.getType(node.typeCondition.name.value);
        return isCompositeType(on) ? inside(on, isGranted, isTop) : node;
      }
      const field =
        isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
      if (field === undefined) return node;
      const replaced = visit({ parent, node, scopes: scopesOfField(parent, field, isGranted), isTop });
      if (replaced !== null) return replaced;
      const below = getNamedType(field.type);
      if (node.selectionSet === undefined || !isCompositeType(below)) return node;
      return inside(below, grantsKeyFields(field), false);
    });
  return map(type, selections, isWritten, true);
}

/**
 * Returns every scope that reading a selection needs. Fragments without a type are left out: they are the expansions,
 * which are only read when requested. So is what stands under `@skip`: `restrictSelections` leaves it out for those who
 * may not read it.
 */
export function scopesOfSelection(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  selections: readonly SelectionNode[],
): ScopeExpression[] {
  const scopesByKey = new Map<string, ScopeExpression>();
  mapSelection(schema, type, selections, false, ({ node, scopes }) => {
    if (isSkippable(node)) return node;
    for (const scope of scopes) scopesByKey.set(JSON.stringify(scope), scope);
    return null;
  });
  return [...scopesByKey.values()];
}

const isSkippable = ({ directives = [] }: SelectionNode) =>
  directives.some(({ name }) => name.value === 'skip');

/** Returns true if everybody who holds one expression holds the other too. */
export function scopeImplies(granted: ScopeExpression, needed: ScopeExpression): boolean {
  if (granted === needed || needed === 'authenticated') return true;
  if (typeof granted === 'object') {
    if (typeof needed === 'object' && JSON.stringify(granted) === JSON.stringify(needed)) return true;
    // People have every scope; owners and admins have every right.
    if ('sessionRole' in granted && granted.sessionRole.every((role) => role === 'owner' || role === 'admin'))
      return typeof needed === 'string';
    if ('anyOf' in granted) return granted.anyOf.every((part) => scopeImplies(part, needed));
    if ('allOf' in granted && granted.allOf.some((part) => scopeImplies(part, needed))) return true;
  }
  if (typeof needed !== 'object') return false;
  if ('anyOf' in needed) return needed.anyOf.some((part) => scopeImplies(granted, part));
  return 'allOf' in needed && needed.allOf.every((part) => scopeImplies(granted, part));
}
