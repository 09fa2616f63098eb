import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { RequestError } from '../../kernel/errors.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';

/** The fields that lead from a type to a list of others or of its own members. */
const LISTS_OF_A_TYPE: ReadonlySet<string> = new Set([
  'fields',
  'inputFields',
  'interfaces',
  'possibleTypes',
  'enumValues',
]);

/** Maximum depth of nested lists of types; the list of all types counts as one. */
const MAXIMUM_LEVELS = 2;

const ROOTS: ReadonlySet<string> = new Set(['__schema', '__type']);

/**
 * Returns the errors of a valid document that reads more of the schema than once: a second `__schema` or `__type`, a
 * field twice under different names, or lists of types below others. Introspection is executed in one go and has tens of
 * thousands of objects, so that every repetition costs as much as the whole. The queries that tools send stay below.
 */
export function findRepeatedIntrospection(document: DocumentNode): readonly GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const roots = new Set<string>();
  try {
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      const fields = mergedFields([definition.selectionSet], fragments);
      for (const [responseKey, [first, ...others]] of fields) {
        if (first === undefined || !ROOTS.has(first.name.value)) continue;
        roots.add(`${definition.name?.value ?? ''} ${responseKey}`);
        if (roots.size > 1) throw rejected(first, localized('schema-read-twice'));
        checkFields([first, ...others], fragments, 0);
      }
    }
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
  return [];
}

/** Fields of the same response key, which are executed as one. */
type MergedFields = ReadonlyMap<string, readonly FieldNode[]>;

function mergedFields(
  sets: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): MergedFields {
  const merged = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const fields = merged.get(key);
        if (fields === undefined) merged.set(key, [selection]);
        else fields.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return merged;
}

/** @throws GraphQLError for a field that repeats another, or that is a list too deep */
function checkFields(
  parents: readonly FieldNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  level: number,
): void {
  const sets = parents.flatMap(({ selectionSet }) => selectionSet ?? []);
  const names = new Set<string>();
  for (const fields of mergedFields(sets, fragments).values()) {
    const [first] = fields;
    if (first === undefined) continue;
    const name = first.name.value;
    if (names.has(name)) throw rejected(first, localized('schema-field-twice', { name }));
    names.add(name);
    const own = name === 'types' || LISTS_OF_A_TYPE.has(name) ? level + 1 : level;
    if (own > MAXIMUM_LEVELS) throw rejected(first, localized('schema-lists-nested', { name }));
    checkFields(fields, fragments, own);
  }
}

function rejected(node: FieldNode, detail: Message): GraphQLError {
  const fault = new RequestError('query-too-complex', detail);
  return new GraphQLError(fault.detail, { nodes: node, originalError: fault });
}
