import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  Kind,
  type SelectionNode,
} from 'graphql';
import type { ScopeExpression } from '../../../kernel/scopes.ts';
import { mapSelection, scopeImplies, scopesOfSelection } from '../selection-scopes.ts';

/** Variable of a write's document: true leaves out of the response what the scope of the write does not let read. */
export const KEY_FIELDS_ONLY = 'key_facts_only';

/** The response of a write, its guarded parts under `@skip(if: $key_facts_only)`. */
export interface RestrictedSelections {
  readonly selections: readonly SelectionNode[];
  /** Scopes for reading the guarded parts. Empty: everybody who may write may read the whole response. */
  readonly scopes: readonly ScopeExpression[];
  /** The guarded fields of the topmost object. */
  readonly fields: readonly FieldNode[];
}

/**
 * Guards what the response of a write selects: everything that needs more than the scope of the write. Key facts of the
 * object that was written need no more. Expansions are left as they are; who requests one needs its scopes.
 *
 * @param type what the selections are made of
 * @param isWritten whether that is the object that was written
 */
export function restrictSelections(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  selections: readonly SelectionNode[],
  { scope, isWritten }: { readonly scope: ScopeExpression; readonly isWritten: boolean },
): RestrictedSelections {
  const scopes = new Map<string, ScopeExpression>();
  const fields: FieldNode[] = [];
  const guarded = mapSelection(
    schema,
    type,
    selections,
    isWritten,
    ({ parent, node, scopes: own, isTop }) => {
      if (own.every((needed) => scopeImplies(scope, needed))) return null;
      for (const needed of scopesOfSelection(schema, parent, [node]))
        if (!scopeImplies(scope, needed)) scopes.set(JSON.stringify(needed), needed);
      if (isTop) fields.push(node);
      return { ...node, directives: [...(node.directives ?? []), SKIPPED] };
    },
  );
  return { selections: guarded, scopes: [...scopes.values()], fields };
}

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const SKIPPED: DirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: name('skip'),
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: name('if'),
      value: { kind: Kind.VARIABLE, name: name(KEY_FIELDS_ONLY) },
    },
  ],
};
