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
import type { RequestError } from '../../../kernel/errors.ts';
import { hasScope } from '../../../kernel/scopes.ts';
import type { Session } from '../../../kernel/session.ts';
import { accessDenied } from '../../../platform/operation/authorize.ts';
import { grantsKeyFields, scopesOfField } from '../../manifest/selection-scopes.ts';
import type { RunningOperation } from './code-arguments.ts';
import { fieldPathKey } from './deduplicate-errors.ts';
import { resolvedPath } from './resolved-path.ts';

/** A field of a document that its caller may not read, whatever is stored. */
export interface ForbiddenField {
  /** Keys of the response, without places in lists. */
  readonly keys: readonly string[];
  readonly nodes: readonly FieldNode[];
  readonly fault: RequestError;
}

/**
 * Returns the fields of an operation that lack a scope of the caller, found in the document alone; nothing below one of
 * them is listed. What stands below an interface or a union is left out: it depends on the objects that are found.
 */
export function findForbiddenFields({
  schema,
  document,
  operation,
  variables,
  session,
}: Omit<RunningOperation, 'context'> & { readonly session: Session }): readonly ForbiddenField[] {
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
    const fieldsByKey = new Map<string, FieldNode[]>();
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
          fieldsByKey.set(key, [...(fieldsByKey.get(key) ?? []), node]);
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
    return fieldsByKey;
  };
  const rejectedFields: ForbiddenField[] = [];
  const walk = (
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    keys: readonly string[],
    isGranted: boolean,
  ): void => {
    for (const [key, nodes] of collect(type, sets)) {
      const field = type.getFields()[nodes[0]?.name.value ?? ''];
      if (field === undefined) continue;
      const lacking = scopesOfField(type, field, isGranted).find((scope) => !hasScope(session, scope));
      const below = getNamedType(field.type);
      if (lacking !== undefined) {
        const fault = accessDenied(session, lacking, `${type.name}.${field.name}`);
        rejectedFields.push({ keys: [...keys, key], nodes, fault });
      } else if (isObjectType(below)) {
        walk(
          below,
          nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
          [...keys, key],
          grantsKeyFields(field),
        );
      }
    }
  };
  const root = schema.getRootType(operation.operation);
  if (root != null) walk(root, [operation.selectionSet], [], false);
  return rejectedFields;
}

/** Returns a result that also tells of the rejected fields that met no object to be rejected of. */
export function withForbiddenFields(
  result: ExecutionResult,
  rejectedFields: readonly ForbiddenField[],
): ExecutionResult {
  const { data, errors = [] } = result;
  if (data == null) return result;
  const errorPaths = new Set(errors.map(({ path }) => fieldPathKey(path)));
  const untold = rejectedFields
    .filter(({ keys }) => !errorPaths.has(JSON.stringify(keys)))
    .map(({ keys, nodes, fault }) => {
      const path = resolvedPath(data, keys);
      return new GraphQLError(fault.detail, { nodes, path, originalError: fault });
    });
  return untold.length === 0 ? result : { ...result, errors: [...errors, ...untold] };
}
