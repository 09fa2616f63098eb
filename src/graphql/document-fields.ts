import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

type Fragments = Readonly<Record<string, FragmentDefinitionNode | undefined>>;

/** Counts the fields of a selection with its fragments expanded, without expanding a fragment twice. */
export function countFields(set: SelectionSetNode, fragments: Fragments): number {
  const counts = new Map<string, number>();
  const ofFragment = (name: string): number => {
    const fields = counts.get(name);
    if (fields !== undefined) return fields;
    const fragment = fragments[name];
    const count = fragment === undefined ? 0 : ofSet(fragment.selectionSet);
    counts.set(name, count);
    return count;
  };
  const ofSelection = (selection: SelectionNode): number => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    const inner = selection.selectionSet === undefined ? 0 : ofSet(selection.selectionSet);
    return selection.kind === Kind.FIELD ? inner + 1 : inner;
  };
  const ofSet = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, selection) => sum + ofSelection(selection), 0);
  return ofSet(set);
}

const weights = new WeakMap<FieldNode, number>();

/** Number of fields that one unit of work completes. */
const FIELDS_PER_UNIT = 16;

/** Returns the units that one item of a list costs, by the number of its selected fields. */
export function unitsPerItem(nodes: readonly FieldNode[], fragments: Fragments): number {
  const [first] = nodes;
  if (first === undefined) return 1;
  const weight = weights.get(first);
  if (weight !== undefined) return weight;
  let fields = 0;
  for (const { selectionSet } of nodes)
    if (selectionSet !== undefined) fields += countFields(selectionSet, fragments);
  const units = 1 + Math.floor(fields / FIELDS_PER_UNIT);
  weights.set(first, units);
  return units;
}
