/** An item of a tree. */
export interface TreeNode {
  readonly key: string;
  readonly label: string;
  readonly hasChildren: boolean;
}

/** The children of one item, as far as they are loaded. */
interface Branch<Node> {
  readonly nodes: readonly Node[];
  readonly hasMore: boolean;
}

/** The loaded children by the key of their parent; those of null are the roots. */
export type Branches<Node> = ReadonlyMap<string | null, Branch<Node>>;

/** A row of an item. */
export interface NodeRow<Node> {
  readonly key: string;
  readonly node: Node;
  /** Depth, from 1. */
  readonly level: number;
  readonly parent: string | null;
  /** Place among the siblings, from 1. */
  readonly position: number;
  /** Number of siblings with the item; -1 while not all are loaded. */
  readonly size: number;
}

/** A row for children that are not loaded yet. */
interface PendingRow {
  readonly key: string;
  readonly node: null;
  /** True if none of them is loaded, so that a request for them is on its way. */
  readonly isFirst: boolean;
  readonly level: number;
  readonly parent: string | null;
}

export type TreeRow<Node> = NodeRow<Node> | PendingRow;

export const isNodeRow = <Node>(row: TreeRow<Node> | undefined): row is NodeRow<Node> =>
  row !== undefined && row.node !== null;

/** Returns the rows of a tree as it is read: children follow expanded items. */
export function visibleRows<Node extends TreeNode>(
  branches: Branches<Node>,
  expanded: ReadonlySet<string>,
): readonly TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = [];
  const addBranch = (parent: string | null, level: number): void => {
    const branch = branches.get(parent);
    const nodes = branch?.nodes ?? [];
    const size = branch?.hasMore === true ? -1 : nodes.length;
    for (const [index, node] of nodes.entries()) {
      rows.push({ key: node.key, node, level, parent, position: index + 1, size });
      if (node.hasChildren && expanded.has(node.key)) addBranch(node.key, level + 1);
    }
    if (branch === undefined || branch.hasMore)
      rows.push({ key: `${parent ?? ''} …`, node: null, isFirst: branch === undefined, level, parent });
  };
  addBranch(null, 1);
  return rows;
}

/** Returns the parent of each loaded item; null for roots. */
export const parentsOf = <Node extends TreeNode>(
  branches: Branches<Node>,
): ReadonlyMap<string, string | null> =>
  new Map([...branches].flatMap(([parent, { nodes }]) => nodes.map(({ key }) => [key, parent] as const)));

/** Returns the keys that are not below another one of them. */
export function withoutDescendants(
  keys: readonly string[],
  parents: ReadonlyMap<string, string | null>,
): readonly string[] {
  const all = new Set(keys);
  return keys.filter((key) => !ancestorsOf(key, parents).some((ancestor) => all.has(ancestor)));
}

/** Returns the loaded items above an item, the nearest first. */
export function ancestorsOf(key: string, parents: ReadonlyMap<string, string | null>): readonly string[] {
  const ancestors: string[] = [];
  for (let parent = parents.get(key) ?? null; parent !== null; parent = parents.get(parent) ?? null)
    ancestors.push(parent);
  return ancestors;
}
