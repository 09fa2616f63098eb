import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useRowDrag } from './use-row-drag.ts';

export type MoveWay = 'up' | 'down';

/**
 * Orders the rows of a list by dragging, by Alt with the arrow keys, and by what calls `move`. Rows have their key in
 * `data-row`. A row that is moved by keys has the focus again once the new order is shown.
 *
 * @param onOrder called with the keys in their new order and the moved one; null where rows stay
 * @param focusIn returns what gets the focus in a row that has moved
 */
export function useRowOrder<List extends HTMLElement>(
  keys: readonly string[],
  onOrder: ((keys: readonly string[], moved: string) => void) | null,
  focusIn: (row: HTMLElement, way: MoveWay) => HTMLElement | null | undefined,
) {
  const list = useRef<List>(null);
  const [moved, setMoved] = useState<{ readonly key: string; readonly way: MoveWay } | null>(null);
  const order = keys.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved row keeps the focus once the new order is shown.
  useEffect(() => {
    if (moved === null) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const row = rows.find(({ dataset }) => dataset.row === moved.key);
    if (row !== undefined) focusIn(row, moved.way)?.focus();
  }, [moved, order]);
  const moveTo = (key: string, index: number) =>
    onOrder?.(keys.filter((other) => other !== key).toSpliced(index, 0, key), key);
  const drag = useRowDrag(
    onOrder === null
      ? null
      : (key, target) => {
          if (target.row === undefined) return;
          const others = keys.filter((other) => other !== key);
          const index = others.indexOf(target.row) + (target.side === 'after' ? 1 : 0);
          if (index !== keys.indexOf(key)) moveTo(key, index);
        },
  );
  const move = (key: string, way: MoveWay) => {
    const index = keys.indexOf(key) + (way === 'up' ? -1 : 1);
    if (onOrder === null || index < 0 || index >= keys.length) return;
    moveTo(key, index);
    setMoved({ key, way });
  };
  return {
    list,
    move,
    /** Attributes of a row. */
    rowProps: (key: string) => ({
      'data-row': key,
      'data-drop': drag.target?.row === key ? drag.target.side : undefined,
      'data-dragged': drag.dragged === key ? true : undefined,
      draggable: onOrder !== null,
    }),
    /** Handlers of the list. */
    handlers: {
      ...drag.handlers,
      onKeyDown: (event: KeyboardEvent) => {
        const way = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
        const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
        if (!event.altKey || way === null || row?.dataset.row === undefined || onOrder === null) return;
        event.preventDefault();
        move(row.dataset.row, way);
      },
    },
  };
}
