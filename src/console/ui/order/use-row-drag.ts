import { type DragEvent, useState } from 'react';

/** Side of a row that another one is dropped at; `into` only where rows have others below them. */
export type DropSide = 'before' | 'after' | 'into';

/** Where a dragged row is dropped: at another row, or in a group of rows. */
export type DropTarget =
  | { readonly row: string; readonly side: DropSide }
  | { readonly row?: undefined; readonly group: string };

const keyAt = (event: DragEvent, name: 'row' | 'group'): string | undefined =>
  event.target instanceof Element
    ? event.target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name]
    : undefined;

const isSame = (one: DropTarget | null, other: DropTarget | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Drags rows to another position. Rows have their key in `data-row`, groups in `data-group`; what is dragged is
 * `draggable`.
 *
 * @param onDrop null where nothing is dragged
 * @param options.hasInto true if a row is dropped into the middle of another one
 * @param options.canDrop returns false for targets that the row cannot have
 */
export function useRowDrag(
  onDrop: ((row: string, target: DropTarget) => void) | null,
  options: {
    readonly hasInto?: boolean;
    readonly canDrop?: (row: string, target: DropTarget) => boolean;
  } = {},
) {
  const { hasInto = false, canDrop = (row, target) => target.row !== row } = options;
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<DropTarget | null>(null);
  const stop = () => {
    setDragged(null);
    setTarget(null);
  };
  const targetAt = (event: DragEvent): DropTarget | null => {
    const row = keyAt(event, 'row');
    const group = keyAt(event, 'group');
    const next =
      row !== undefined ? { row, side: sideAt(event, hasInto) } : group !== undefined ? { group } : null;
    return dragged !== null && next !== null && canDrop(dragged, next) ? next : null;
  };
  return {
    dragged,
    target,
    handlers:
      onDrop === null
        ? {}
        : {
            onDragStart: (event: DragEvent) => {
              const row = keyAt(event, 'row');
              if (row === undefined) return;
              event.dataTransfer.effectAllowed = 'move';
              // Firefox drags nothing without data.
              event.dataTransfer.setData('text/plain', row);
              setDragged(row);
            },
            onDragOver: (event: DragEvent) => {
              if (dragged === null) return;
              const next = targetAt(event);
              if (next !== null) event.preventDefault();
              if (!isSame(next, target)) setTarget(next);
            },
            onDragEnd: stop,
            onDrop: (event: DragEvent) => {
              event.preventDefault();
              const next = targetAt(event);
              if (dragged !== null && next !== null) onDrop(dragged, next);
              stop();
            },
          },
  };
}

/** Returns the side of a row that the pointer is at: a quarter at each edge, where rows are dropped into others. */
function sideAt({ target, clientY }: DragEvent, hasInto: boolean): DropSide {
  const box = target instanceof Element ? target.closest('[data-row]')?.getBoundingClientRect() : undefined;
  if (box === undefined) return 'after';
  const share = (clientY - box.top) / box.height;
  if (hasInto && share > 0.25 && share < 0.75) return 'into';
  return share < 0.5 ? 'before' : 'after';
}
