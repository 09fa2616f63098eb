import { type CSSProperties, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { ChevronDownIcon, ChevronRightIcon, MoreIcon } from '../icons.ts';
import { CodeLabel } from '../labels/code-label.tsx';
import { Menu, MenuItem } from '../menu.tsx';
import type { DropSide } from '../order/use-row-drag.ts';
import type { TreeProps } from './tree-props.ts';
import type { NodeRow, TreeNode } from './tree-rows.ts';

/** Shows an item of a tree: its label, its details, and on hover and focus the menu of its commands. */
export function TreeItem<Node extends TreeNode>(props: {
  readonly tree: TreeProps<Node>;
  readonly row: NodeRow<Node>;
  readonly id: string;
  readonly style: CSSProperties;
  readonly isActive: boolean;
  /** Side that a dragged item would be dropped at. */
  readonly drop: DropSide | null;
}) {
  const { tree, row, id, style, isActive, drop } = props;
  const { state, renaming, element } = tree;
  const { key, node } = row;
  const [isHovered, setIsHovered] = useState(false);
  const isExpanded = node.hasChildren && state.expanded.has(key);
  const isRenaming = renaming?.key === key;
  const focus = () => {
    state.setActive(key);
    element.current?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names its active item.
    <div
      id={id}
      role="treeitem"
      className="tree-row"
      style={style}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={node.hasChildren ? isExpanded : undefined}
      aria-selected={state.selected.has(key)}
      aria-current={tree.openKey === key ? 'page' : undefined}
      aria-labelledby={`${id}-content`}
      data-active={isActive ? true : undefined}
      data-row={key}
      data-drop={drop ?? undefined}
      draggable={tree.dropOf !== undefined && !isRenaming}
      data-cut={state.cut.includes(key) ? true : undefined}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onClick={({ target, ctrlKey, metaKey }) => {
        if (target instanceof Element && target.closest('button, input, [role=menu]') !== null) return;
        focus();
        if (ctrlKey || metaKey) state.toggle(key);
        else tree.onOpen(key);
      }}
    >
      <button
        type="button"
        className="tree-chevron"
        tabIndex={-1}
        aria-hidden
        onClick={() => {
          focus();
          if (isExpanded) state.collapse(key);
          else state.expand([key]);
        }}
      >
        {node.hasChildren ? isExpanded ? <ChevronDownIcon /> : <ChevronRightIcon /> : null}
      </button>
      <span id={`${id}-content`} className="tree-content">
        {isRenaming ? (
          <LabelInput label={node.label} onEnd={renaming.end} />
        ) : (
          <span className="tree-label">
            <CodeLabel label={node.label} />
          </span>
        )}
        {tree.detailsOf(node)}
      </span>
      {isActive || isHovered ? <CommandMenu tree={tree} row={row} /> : null}
    </div>
  );
}

function CommandMenu<Node extends TreeNode>(props: {
  readonly tree: TreeProps<Node>;
  readonly row: NodeRow<Node>;
}) {
  const { tree, row } = props;
  const commands = tree.commandsOf(row.key);
  if (commands.length === 0) return null;
  return (
    <Menu
      label={t('Actions for {name}', { name: row.node.label })}
      className="icon-button tree-menu"
      button={<MoreIcon />}
    >
      {commands.map(({ label, keys, run }) => (
        <MenuItem key={keys} onClick={run}>
          <span className="tree-command">{label}</span>
          <kbd>{displayKeys(keys)}</kbd>
        </MenuItem>
      ))}
    </Menu>
  );
}

const SYMBOLS: Readonly<Record<string, string>> = {
  Control: t('Ctrl'),
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

const displayKeys = (keys: string) =>
  keys
    .split('+')
    .map((key) => SYMBOLS[key] ?? key)
    .join(' ');

function LabelInput(props: { readonly label: string; readonly onEnd: (label: string | null) => void }) {
  const [text, setText] = useState(props.label.startsWith('[') ? '' : props.label);
  return (
    <input
      className="tree-input"
      aria-label={t('Label')}
      // biome-ignore lint/a11y/noAutofocus: who renames an item types at once.
      autoFocus
      maxLength={255}
      value={text}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => props.onEnd(text)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') props.onEnd(text);
        if (event.key === 'Escape') props.onEnd(null);
      }}
    />
  );
}
