import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../i18n/translate.ts';
import { CloseIcon, DownIcon, GripIcon, UpIcon } from './icons.ts';

export interface SortableItem {
  readonly key: string;
  readonly name: string;
  readonly content: ReactNode;
}

/**
 * Shows a list whose items are dragged or moved by buttons or Alt with arrow keys, and removed. It shows the new order
 * until it is stored.
 */
export function SortableList(props: {
  readonly label: string;
  readonly items: readonly SortableItem[];
  /** True while an order is being stored: nothing is moved or removed. */
  readonly isBusy?: boolean;
  /** Keeps the last item from being removed. */
  readonly keepsLast?: boolean;
  readonly onMove: (keys: readonly string[]) => void;
  /** Without it, items are not removed. */
  readonly onRemove?: (key: string) => void;
}) {
  const { label, items, isBusy = false, keepsLast = false, onMove, onRemove } = props;
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<{ readonly key: string; readonly order: readonly string[] } | null>(
    null,
  );
  const [moved, setMoved] = useState<{ readonly key: string; readonly way: 'up' | 'down' } | null>(null);
  const stored = items.map(({ key }) => key);
  const storedOrder = stored.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved item keeps the focus once the new order is shown.
  useEffect(() => {
    if (moved === null) return;
    const row = [...(list.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset.key === moved.key,
    );
    const button = (way: string) => row?.querySelector<HTMLButtonElement>(`button[data-way="${way}"]`);
    const [same, other] = [button(moved.way), button(moved.way === 'up' ? 'down' : 'up')];
    (same?.disabled === false ? same : other)?.focus();
  }, [moved, storedOrder]);
  const order = dragged?.order ?? stored;
  const orderedItems = order.flatMap((key) => items.find((item) => item.key === key) ?? []);
  const move = (key: string, way: 'up' | 'down') => {
    const next = stored.indexOf(key) + (way === 'up' ? -1 : 1);
    if (isBusy || next < 0 || next >= stored.length) return;
    onMove(moveTo(stored, key, next));
    setMoved({ key, way });
  };
  const moveTo = (keys: readonly string[], key: string, targetIndex: number) =>
    keys.filter((other) => other !== key).toSpliced(targetIndex, 0, key);
  return (
    <ol ref={list} className="plain-list sortable" aria-label={label}>
      {orderedItems.map(({ key, name, content }, index) => (
        <li
          key={key}
          data-key={key}
          data-dragged={dragged?.key === key}
          draggable={!isBusy}
          onKeyDown={(event) => {
            const way = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
            if (!event.altKey || way === null) return;
            event.preventDefault();
            move(key, way);
          }}
          onDragStart={({ dataTransfer }) => {
            dataTransfer.effectAllowed = 'move';
            setDragged({ key, order: stored });
          }}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            if (dragged.key !== key)
              setDragged({ key: dragged.key, order: moveTo(dragged.order, dragged.key, index) });
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== null && dragged.order.join('\n') !== storedOrder) onMove(dragged.order);
          }}
        >
          <span className="ordered-grip" aria-hidden="true">
            <GripIcon />
          </span>
          {content}
          <span className="ordered-buttons">
            {(['up', 'down'] as const).map((way) => {
              const next = index + (way === 'up' ? -1 : 1);
              return (
                <button
                  key={way}
                  type="button"
                  className="icon-button"
                  data-way={way}
                  aria-label={way === 'up' ? t('Move {name} up', { name }) : t('Move {name} down', { name })}
                  disabled={next < 0 || next >= orderedItems.length}
                  onClick={() => move(key, way)}
                >
                  {way === 'up' ? <UpIcon /> : <DownIcon />}
                </button>
              );
            })}
            {onRemove === undefined ? null : (
              <button
                type="button"
                className="icon-button"
                aria-label={t('Remove {name}', { name })}
                disabled={isBusy || (keepsLast && items.length === 1)}
                onClick={() => onRemove(key)}
              >
                <CloseIcon />
              </button>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
