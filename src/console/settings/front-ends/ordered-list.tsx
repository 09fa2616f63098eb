import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/t.ts';
import { CloseIcon, DownIcon, GripIcon, UpIcon } from '../../ui/icons.ts';

export interface OrderedItem {
  readonly code: string;
  readonly label: string;
}

/** A list whose order matters: items are dragged or moved by buttons, added from choices and removed. */
export function OrderedList(props: {
  /** `Facets`; also the accessible name of the list. */
  readonly label: string;
  readonly codes: readonly string[];
  /** All items there can be. */
  readonly choices: readonly OrderedItem[];
  /** Label of the field that adds items. */
  readonly add: string;
  /** Marks the first item, such as `Default`. */
  readonly first?: string;
  /** Keeps the last item from being removed. */
  readonly isRequired?: boolean;
  readonly onChange: (codes: string[]) => void;
}) {
  const { label, codes, choices, add, first, isRequired = false, onChange } = props;
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ readonly code: string; readonly way: 'up' | 'down' } | null>(null);
  useEffect(() => {
    // A moved item keeps the focus on the same button, or on the other one at either end of the list.
    if (moved === null) return;
    const row = [...(list.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset.code === moved.code,
    );
    const button = (way: string) => row?.querySelector<HTMLButtonElement>(`button[data-way="${way}"]`);
    const [same, other] = [button(moved.way), button(moved.way === 'up' ? 'down' : 'up')];
    (same?.disabled === false ? same : other)?.focus();
  }, [moved]);
  const moveTo = (code: string, place: number) =>
    onChange(codes.filter((other) => other !== code).toSpliced(place, 0, code));
  const labelOf = (code: string) => choices.find((choice) => choice.code === code)?.label ?? code;
  const left = choices.filter(({ code }) => !codes.includes(code));
  return (
    <div className="ordered">
      <ol ref={list} className="plain-list" aria-label={label}>
        {codes.map((code, place) => (
          <li
            key={code}
            data-code={code}
            data-dragged={code === dragged}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move';
              setDragged(code);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (dragged !== code) moveTo(dragged, place);
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <span className="ordered-grip" aria-hidden="true">
              <GripIcon />
            </span>
            <span className="ordered-label">{labelOf(code)}</span>
            {labelOf(code) === code ? null : <code className="quiet">{code}</code>}
            {first !== undefined && place === 0 ? <span className="tag">{first}</span> : null}
            <span className="ordered-buttons">
              {(['up', 'down'] as const).map((way) => {
                const next = place + (way === 'up' ? -1 : 1);
                return (
                  <button
                    key={way}
                    type="button"
                    className="icon-button"
                    data-way={way}
                    aria-label={
                      way === 'up'
                        ? t('Move {name} up', { name: labelOf(code) })
                        : t('Move {name} down', { name: labelOf(code) })
                    }
                    disabled={next < 0 || next >= codes.length}
                    onClick={() => {
                      moveTo(code, next);
                      setMoved({ code, way });
                    }}
                  >
                    {way === 'up' ? <UpIcon /> : <DownIcon />}
                  </button>
                );
              })}
              <button
                type="button"
                className="icon-button"
                aria-label={t('Remove {name}', { name: labelOf(code) })}
                disabled={isRequired && codes.length === 1}
                onClick={() => onChange(codes.filter((other) => other !== code))}
              >
                <CloseIcon />
              </button>
            </span>
          </li>
        ))}
      </ol>
      {left.length === 0 ? null : (
        <Select
          key={codes.length}
          aria-label={add}
          placeholder={add}
          searchable
          limit={100}
          maw={320}
          value={null}
          data={left.map(({ code, label: text }) => ({ value: code, label: text }))}
          nothingFoundMessage={t('Nothing found')}
          onChange={(code) => {
            if (code !== null) onChange([...codes, code]);
          }}
        />
      )}
    </div>
  );
}
