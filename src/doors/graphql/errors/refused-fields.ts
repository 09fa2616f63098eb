import {
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Fault } from '../../../kernel/refusal.ts';
import { holds } from '../../../kernel/scopes.ts';
import type { Session } from '../../../kernel/session.ts';
import { refusalFor } from '../../../platform/operation/authorize.ts';
import { grantsKeyFacts, scopesOfField } from '../../manifest/selection-scopes.ts';
import type { AskedDocument } from './named-codes.ts';
import { reachedPath } from './reached-path.ts';
import { fieldPathOf } from './tell-once.ts';

/** A field of a document that its caller may not read, whatever is stored. */
export interface RefusedField {
  /** Keys of the response, without places in lists. */
  readonly keys: readonly string[];
  readonly nodes: readonly FieldNode[];
  readonly fault: Fault;
}

/**
 * Returns the fields of an operation that lack a scope of the caller, found in the document alone; nothing below one of
 * them is listed. What stands below an interface or a union is left out: it depends on the objects that are found.
 */
export function refusedFields({
  schema,
  document,
  operation,
  variables,
  session,
}: Omit<AskedDocument, 'context'> & { readonly session: Session }): readonly RefusedField[] {
  const fragments = new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const isIncluded = (node: SelectionNode) =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
  /** Collects fields as graphql-js does: by key, each fragment once. */
  const collect = (type: GraphQLObjectType, sets: readonly SelectionSetNode[]) => {
    const found = new Map<string, FieldNode[]>();
    const spread = new Set<string>();
    const applies = (name: string | undefined) => {
      const condition = name === undefined ? type : schema.getType(name);
      return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
    };
    const add = ({ selections }: SelectionSetNode): void => {
      for (const node of selections) {
        if (!isIncluded(node)) continue;
        if (node.kind === Kind.FIELD) {
          const key = node.alias?.value ?? node.name.value;
          found.set(key, [...(found.get(key) ?? []), node]);
        } else if (node.kind === Kind.INLINE_FRAGMENT) {
          if (applies(node.typeCondition?.name.value)) add(node.selectionSet);
        } else if (!spread.has(node.name.value)) {
          spread.add(node.name.value);
          const fragment = fragments.get(node.name.value);
          if (fragment !== undefined && applies(fragment.typeCondition.name.value))
            add(fragment.selectionSet);
        }
      }
    };
    sets.forEach(add);
    return found;
  };
  const refused: RefusedField[] = [];
  const walk = (
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    keys: readonly string[],
    isGranted: boolean,
  ): void => {
    for (const [key, nodes] of collect(type, sets)) {
      const field = type.getFields()[nodes[0]?.name.value ?? ''];
      if (field === undefined) continue;
      const lacking = scopesOfField(type, field, isGranted).find((scope) => !holds(session, scope));
      const below = getNamedType(field.type);
      if (lacking !== undefined) {
        const fault = refusalFor(session, lacking, `${type.name}.${field.name}`);
        refused.push({ keys: [...keys, key], nodes, fault });
      } else if (isObjectType(below)) {
        walk(
          below,
          nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
          [...keys, key],
          grantsKeyFacts(field),
        );
      }
    }
  };
  const root = schema.getRootType(operation.operation);
  if (root != null) walk(root, [operation.selectionSet], [], false);
  return refused;
}

/** Returns a result that also tells of the rejected fields that met no object to be rejected of. */
export function withRefused(result: ExecutionResult, refused: readonly RefusedField[]): ExecutionResult {
  const { data, errors = [] } = result;
  if (data == null) return result;
  const seen = new Set(errors.map(({ path }) => fieldPathOf(path)));
  const untold = refused
    .filter(({ keys }) => !seen.has(JSON.stringify(keys)))
    .map(({ keys, nodes, fault }) => {
      const path = reachedPath(data, keys);
      return new GraphQLError(fault.detail, { nodes, path, originalError: fault });
    });
  return untold.length === 0 ? result : { ...result, errors: [...errors, ...untold] };
}
