import { type DragEvent, useState } from 'react';
import type { DropTarget } from './matrix-types.ts';

/** Where a dragged row would be dropped. */
interface Target {
  readonly row?: string;
  readonly side: 'before' | 'after';
  readonly group?: string;
}

const keyAt = (event: DragEvent, name: 'row' | 'group'): string | undefined =>
  event.target instanceof Element
    ? event.target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name]
    : undefined;

/** Drags the rows of a matrix to another position or group. */
export function useRowDrag(onDrop: ((row: string, target: DropTarget) => void) | null) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const stop = () => {
    setDragged(null);
    setTarget(null);
  };
  return {
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
              event.preventDefault();
              const row = keyAt(event, 'row');
              const group = keyAt(event, 'group');
              const box =
                event.target instanceof Element ? event.target.closest('tr')?.getBoundingClientRect() : null;
              const side = box != null && event.clientY < box.top + box.height / 2 ? 'before' : 'after';
              if (row !== undefined) setTarget({ row, side });
              else if (group !== undefined) setTarget({ group, side });
            },
            onDragEnd: stop,
            onDrop: (event: DragEvent) => {
              event.preventDefault();
              if (dragged !== null && target !== null && target.row !== dragged) {
                if (target.row !== undefined) onDrop(dragged, { row: target.row, side: target.side });
                else if (target.group !== undefined) onDrop(dragged, { group: target.group });
              }
              stop();
            },
          },
  };
}
