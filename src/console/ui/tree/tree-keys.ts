import type { KeyboardEvent } from 'react';
import { hasLetterShortcuts } from '../letter-shortcuts.ts';
import { isNodeRow, type TreeNode, type TreeRow } from './tree-rows.ts';
import type { TreeState } from './use-tree.ts';

/** An action on items of a tree, in their menu and by its key. */
export interface TreeCommand {
  /** Keys as `aria-keyshortcuts` has them: `Control+X`. */
  readonly keys: string;
  readonly label: string;
  /** True if it begins a group of the menu. */
  readonly startsGroup?: true;
  readonly run: () => void;
}

/** Keys that wait while the tree changes: what they do depends on the tree that comes. */
const WAITING = /Arrow|^(Control\+[XV]|Home|End|Enter|F2|Insert|Delete|M| )$/;

export const mayWait = (keys: string): boolean => WAITING.test(keys);

/** Returns the keys of an event as `aria-keyshortcuts` has them. */
export function keysOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const modifiers = [
    ...(ctrlKey || metaKey ? ['Control'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
  ];
  return [...modifiers, key.length === 1 ? key.toUpperCase() : key].join('+');
}

/** Returns what keys do in a tree; null for those that are left to the page. */
export function actionOfKeys<Node extends TreeNode>(
  keys: string,
  rows: readonly TreeRow<Node>[],
  state: TreeState,
  active: { readonly key: string; readonly commands: readonly TreeCommand[]; readonly openMenu: () => void },
): (() => void) | null {
  const command = active.commands.find((one) => one.keys === keys);
  const isLetter = /^[A-Z]$/.test(keys);
  if (command !== undefined && (!isLetter || hasLetterShortcuts())) return command.run;
  if (keys === 'ContextMenu' || keys === 'Shift+F10') return active.openMenu;
  return navigation(keys, rows, state, active.key);
}

/** Returns what a key does to the focus, the selection and the open items; null if nothing. */
function navigation<Node extends TreeNode>(
  keys: string,
  rows: readonly TreeRow<Node>[],
  state: TreeState,
  activeKey: string,
): (() => void) | null {
  const nodes = rows.filter(isNodeRow);
  const index = nodes.findIndex(({ key }) => key === activeKey);
  const row = nodes[index];
  if (row === undefined) return null;
  const focus = (target: (typeof nodes)[number] | undefined) => () => {
    if (target !== undefined) state.setActive(target.key);
  };
  const isExpanded = row.node.hasChildren && state.expanded.has(row.key);
  switch (keys) {
    case 'ArrowDown':
      return focus(nodes[index + 1]);
    case 'ArrowUp':
      return focus(nodes[index - 1]);
    case 'Shift+ArrowDown':
    case 'Shift+ArrowUp': {
      const next = nodes[index + (keys === 'Shift+ArrowDown' ? 1 : -1)];
      return next === undefined ? null : () => state.extend(row.key, next.key);
    }
    case 'ArrowRight':
      if (!row.node.hasChildren) return () => undefined;
      return isExpanded ? focus(nodes[index + 1]) : () => state.expand([row.key]);
    case 'ArrowLeft':
      return isExpanded ? () => state.collapse(row.key) : focus(nodes.find(({ key }) => key === row.parent));
    case 'Home':
      return focus(nodes[0]);
    case 'End':
      return focus(nodes.at(-1));
    case ' ':
      return () => state.toggle(row.key);
    case 'Escape':
      return state.selected.size === 0 && state.cut.length === 0 ? null : state.clear;
    default:
      return null;
  }
}
