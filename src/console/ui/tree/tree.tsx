import { useEffect, useId, useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import { type DropTarget, useRowDrag } from '../order/use-row-drag.ts';
import { TreeItem } from './tree-item.tsx';
import { actionOfKeys, keysOf, mayWait } from './tree-keys.ts';
import type { TreeProps } from './tree-props.ts';
import { isNodeRow, type TreeNode } from './tree-rows.ts';
import { scrollToRow, TREE_ROW_HEIGHT, useRowWindow } from './use-row-window.ts';

/**
 * Shows a tree of which only the rows in view are drawn. The tree has the focus and names the active row: arrow keys,
 * Home and End go through it, Enter opens, Space selects; all else is a command, in the menu of the row and by its keys.
 */
export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { label, element, rows, state, onMore, onOpen } = props;
  const id = useId();
  const { first, end } = useRowWindow(element, rows.length);
  const drawn = rows.slice(first, end);
  // The first item is active until another one is, and when the active one is gone, rather than still being loaded.
  const storedIndex = rows.findIndex((row) => isNodeRow(row) && row.key === state.active);
  const isLoading = storedIndex === -1 && rows.some((row) => !isNodeRow(row) && row.isFirst);
  const activeIndex = storedIndex === -1 && !isLoading ? rows.findIndex(isNodeRow) : storedIndex;
  const activeKey = rows[activeIndex]?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is scrolled to when another one becomes active.
  useEffect(() => scrollToRow(element.current, activeIndex), [activeKey, activeIndex]);
  const pending = drawn.flatMap((row) => (isNodeRow(row) ? [] : [row.parent]));
  const pendingParents = JSON.stringify(pending);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded depends on the rows in view alone.
  useEffect(() => pending.forEach(onMore), [pendingParents, rows.length]);
  const actionOf = (keys: string) =>
    activeKey === undefined
      ? null
      : actionOfKeys(keys, rows, state, {
          key: activeKey,
          commands: [
            { keys: 'Enter', label: '', run: () => onOpen(activeKey) },
            ...props.commandsOf(activeKey),
          ],
          openMenu: () =>
            element.current?.querySelector<HTMLElement>('[data-active] [aria-haspopup]')?.click(),
        });
  const waitingKeys = useRef<string[]>([]);
  const isWaiting = props.isBusy || isLoading;
  // One after the other: each is for the tree that the one before leads to.
  useEffect(() => {
    let action: ReturnType<typeof actionOf> = null;
    while (!isWaiting && action === null && waitingKeys.current.length > 0)
      action = actionOf(waitingKeys.current.shift() ?? '');
    action?.();
  });
  const drag = useTreeDrag(props);
  const idOf = (index: number) => `${id}-${index}`;
  const active = activeIndex >= first && activeIndex < end ? idOf(activeIndex) : undefined;
  return (
    <div
      ref={element}
      role="tree"
      className="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={active}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        const keys = keysOf(event);
        const action =
          isWaiting && mayWait(keys) ? () => void waitingKeys.current.push(keys) : actionOf(keys);
        if (action === null) return;
        event.preventDefault();
        action();
      }}
      {...drag.handlers}
    >
      <div role="none" style={{ blockSize: rows.length * TREE_ROW_HEIGHT }}>
        {drawn.map((row, offset) => {
          const index = first + offset;
          const style = { insetBlockStart: index * TREE_ROW_HEIGHT, '--level': row.level };
          return isNodeRow(row) ? (
            <TreeItem
              key={row.key}
              tree={props}
              row={row}
              id={idOf(index)}
              style={style}
              isActive={index === activeIndex}
              drop={drag.target?.row === row.key ? drag.target.side : null}
            />
          ) : (
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus.
            <div
              key={row.key}
              role="treeitem"
              aria-level={row.level}
              className="tree-row quiet"
              style={style}
            >
              {t('Loading…')}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Time after which an item that others are dragged over is opened, in milliseconds. */
const OPEN_DELAY_MS = 700;

/** Drags items to others; one that they are held over is opened. */
function useTreeDrag<Node extends TreeNode>({ dropOf, isBusy, state: { expand } }: TreeProps<Node>) {
  const actionOf = (key: string, target: DropTarget) =>
    target.row === undefined ? null : (dropOf?.(key, target) ?? null);
  const drag = useRowDrag(
    dropOf === undefined || isBusy ? null : (key, target) => actionOf(key, target)?.(),
    { hasInto: true, canDrop: (key, target) => actionOf(key, target) !== null },
  );
  const { target } = drag;
  const over = target?.row !== undefined && target.side === 'into' ? target.row : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins when another item is pointed at.
  useEffect(() => {
    if (over === null) return;
    const timer = setTimeout(() => expand([over]), OPEN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [over]);
  return drag;
}
