import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Fields that tell of the schema alone. */
const SCHEMA_FIELDS: ReadonlySet<string> = new Set(['__schema', '__type', '__typename']);

/**
 * Returns the root fields of an operation, those behind fragments included. `@skip` and `@include` are not looked at,
 * so there may be more here than will run, never fewer.
 */
export function rootFieldsOf(document: DocumentNode, operation: OperationDefinitionNode): FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const visited = new Set<string>();
  const collect = (selectionSet: SelectionSetNode): FieldNode[] =>
    selectionSet.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      if (selection.kind === Kind.INLINE_FRAGMENT) return collect(selection.selectionSet);
      const name = selection.name.value;
      const fragment = visited.has(name) ? undefined : fragments.get(name);
      visited.add(name);
      return fragment === undefined ? [] : collect(fragment.selectionSet);
    });
  return collect(operation.selectionSet);
}

/** Returns true if the fields request nothing but the schema, which everybody may read. */
export function isIntrospectionOnly(fields: readonly FieldNode[]): boolean {
  return fields.every(({ name }) => SCHEMA_FIELDS.has(name.value));
}

/** Returns true if a mutation stores nothing: each of its fields has `dryRun: true`. */
export function isDryRun(
  operation: OperationDefinitionNode,
  fields: readonly FieldNode[],
  variables: Readonly<Record<string, unknown>>,
): boolean {
  const isTrue = ({ value }: ArgumentNode): boolean => {
    if (value.kind !== Kind.VARIABLE) return value.kind === Kind.BOOLEAN && value.value;
    const name = value.name.value;
    if (variables[name] !== undefined) return variables[name] === true;
    const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return definition?.defaultValue?.kind === Kind.BOOLEAN && definition.defaultValue.value;
  };
  return (
    operation.operation === 'mutation' &&
    fields.every(({ arguments: argumentNodes }) =>
      argumentNodes?.some((one) => one.name.value === 'dryRun' && isTrue(one)),
    )
  );
}
