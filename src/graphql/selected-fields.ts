import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The selection of a document does not change, unless a directive makes it: it is cached by the field's node. */
const fieldsByNode = new WeakMap<FieldNode, Map<string, ReadonlySet<string>>>();

/**
 * Returns the names of the selected fields at `paths` below the field being resolved, on whatever type and by
 * whatever fragment: `selectedFields(info, [['nodes'], ['edges', 'node']])`.
 */
export function selectedFields(
  info: GraphQLResolveInfo,
  paths: readonly (readonly string[])[],
): ReadonlySet<string> {
  const [node] = info.fieldNodes;
  const key = JSON.stringify(paths);
  const remembered =
    info.fieldNodes.length === 1 && node !== undefined ? fieldsByNode.get(node)?.get(key) : undefined;
  if (remembered !== undefined) return remembered;
  const walk = { info, depends: info.fieldNodes.length > 1 };
  const names = new Set<string>();
  for (const path of paths) {
    let sets = selectionsOf(info.fieldNodes);
    for (const step of path)
      sets = selectionsOf(
        sets.flatMap((set) => fieldsIn(set, walk)).filter(({ name }) => name.value === step),
      );
    for (const set of sets) for (const { name } of fieldsIn(set, walk)) names.add(name.value);
  }
  if (!walk.depends && node !== undefined)
    fieldsByNode.set(node, (fieldsByNode.get(node) ?? new Map()).set(key, names));
  return names;
}

/** Returns true if a field of this name is selected at any depth below the field being resolved. */
export function selectsField(info: GraphQLResolveInfo, name: string): boolean {
  const walk = { info, depends: true };
  const isBelow = (set: SelectionSetNode): boolean =>
    fieldsIn(set, walk).some(
      (field) =>
        field.name.value === name || (field.selectionSet !== undefined && isBelow(field.selectionSet)),
    );
  return selectionsOf(info.fieldNodes).some(isBelow);
}

const selectionsOf = (nodes: readonly FieldNode[]): SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => selectionSet ?? []);

interface Traversal {
  readonly info: GraphQLResolveInfo;
  /** True when variables or other nodes decide too, so that nothing can be remembered. */
  depends: boolean;
}

/** Returns the fields of a selection, fragments opened. */
function fieldsIn({ selections }: SelectionSetNode, walk: Traversal): FieldNode[] {
  return selections.flatMap((selection) => {
    if (!isIncluded(selection, walk)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, walk);
    const fragment = walk.info.fragments[selection.name.value];
    return fragment === undefined ? [] : fieldsIn(fragment.selectionSet, walk);
  });
}

function isIncluded(selection: SelectionNode, walk: Traversal): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  walk.depends = true;
  const { variableValues } = walk.info;
  const skipped = getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true;
  const included = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if !== false;
  return included && !skipped;
}
