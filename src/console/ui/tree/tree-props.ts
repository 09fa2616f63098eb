import type { ReactNode, RefObject } from 'react';
import type { DropSide } from '../order/use-row-drag.ts';
import type { TreeCommand } from './tree-keys.ts';
import type { TreeNode, TreeRow } from './tree-rows.ts';
import type { TreeState } from './use-tree.ts';

/** An item that others are dropped at. */
export interface TreeDrop {
  readonly row: string;
  readonly side: DropSide;
}

export interface TreeProps<Node extends TreeNode> {
  readonly label: string;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly rows: readonly TreeRow<Node>[];
  readonly state: TreeState;
  /** Key of the item that is open beside the tree. */
  readonly openKey: string | null;
  readonly onOpen: (key: string) => void;
  /** Loads further children of an item; null: further roots. */
  readonly onMore: (parent: string | null) => void;
  /** Returns the actions on an item, or on the selected ones if it is among them. */
  readonly commandsOf: (key: string) => readonly TreeCommand[];
  /** Returns what dropping an item at another one does; null if it cannot be dropped there. Without it, nothing is dragged. */
  readonly dropOf?: ((key: string, target: TreeDrop) => (() => void) | null) | undefined;
  /** True while a command is being saved: the keys of further ones wait for the tree that it leads to. */
  readonly isBusy: boolean;
  /** The item whose label is edited. */
  readonly renaming: { readonly key: string; readonly end: (label: string | null) => void } | null;
  /** Details of an item after its label, such as counts. */
  readonly detailsOf: (node: Node) => ReactNode;
}
