import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { CloseIcon, DownIcon, GripIcon, UpIcon } from '../icons.ts';
import { type MoveWay, useRowOrder } from './use-row-order.ts';

export interface SortableItem {
  readonly key: string;
  readonly name: string;
  readonly content: ReactNode;
}

/** Shows a list whose items are dragged or moved by buttons or Alt with arrow keys, and removed. */
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
  const { list, move, rowProps, handlers } = useRowOrder<HTMLOListElement>(
    items.map(({ key }) => key),
    isBusy ? null : onMove,
    (row, way) => {
      const button = (one: MoveWay) => row.querySelector<HTMLButtonElement>(`button[data-way="${one}"]`);
      const [same, other] = [button(way), button(way === 'up' ? 'down' : 'up')];
      return same?.disabled === false ? same : other;
    },
  );
  return (
    <ol ref={list} className="plain-list sortable" aria-label={label} {...handlers}>
      {items.map(({ key, name, content }, index) => (
        <li key={key} {...rowProps(key)}>
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
                  disabled={next < 0 || next >= items.length}
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
