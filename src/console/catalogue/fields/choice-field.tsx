import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../i18n/translate.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import type { CellOption } from '../values/cell-value.ts';
import { OptionEditor, OptionLabel } from '../values/option-editor.tsx';
import type { FieldInputProps } from './field-props.ts';

const IN_FIELD = 'button, input, select, textarea, [contenteditable="true"]';

/** Moves the focus to the field that follows or precedes another in the page. */
function focusAdjacentField(field: HTMLElement, step: 1 | -1): void {
  const fields = [...document.querySelectorAll<HTMLElement>(`.field-editor :is(${IN_FIELD}):not(:disabled)`)];
  fields[fields.indexOf(field) + step]?.focus();
}

/** Chooses one or several of many: a button with what is chosen; Enter or typing opens the list. */
export function ChoiceField(
  props: FieldInputProps & {
    readonly isMany: boolean;
    readonly chosen: readonly CellOption[];
    readonly options: readonly CellOption[] | undefined;
    readonly matches?: readonly CellOption[];
    readonly onType?: (text: string) => void;
    readonly onOpen: () => void;
  },
) {
  const { label, describedBy, isInvalid, isDisabled, placeholder, isMany, chosen, options } = props;
  const { matches, onType, onOpen, onChange } = props;
  const [typed, setTyped] = useState<string | null | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const open = (text: string | null) => {
    onOpen();
    if (text !== null) onType?.(text);
    setTyped(text);
  };
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'ArrowDown') open(null);
    else if (key === 'Delete' || key === 'Backspace') onChange({ text: '', value: null });
    else if (key.length === 1 && key !== ' ') open(key);
    else return;
    event.preventDefault();
  };
  if (typed !== undefined)
    return (
      <span className="field-choosing">
        <OptionEditor
          label={label}
          options={options}
          {...(matches === undefined ? {} : { matches })}
          {...(onType === undefined ? {} : { onType })}
          chosen={chosen.map(({ code }) => code)}
          isMany={isMany}
          typed={typed}
          onCommit={(picked) =>
            onChange({
              text: picked.map((one) => one.label).join(', '),
              value:
                picked.length === 0
                  ? null
                  : isMany
                    ? picked.map(({ code }) => code)
                    : (picked[0]?.code ?? null),
            })
          }
          onDone={(direction) => {
            if (direction === 'none') return setTyped(undefined);
            flushSync(() => setTyped(undefined));
            button.current?.focus();
            if (button.current !== null && (direction === 'right' || direction === 'left'))
              focusAdjacentField(button.current, direction === 'right' ? 1 : -1);
          }}
        />
      </span>
    );
  return (
    <button
      ref={button}
      type="button"
      className="field-input field-choice"
      aria-describedby={describedBy}
      aria-haspopup="listbox"
      data-invalid={isInvalid || undefined}
      disabled={isDisabled}
      onClick={() => open(null)}
      onKeyDown={press}
    >
      <span className="visually-hidden">{label}: </span>
      <span className="row" style={{ gap: '2px 12px' }}>
        {chosen.length === 0 ? <span className="quiet">{placeholder || t('Choose…')}</span> : null}
        {chosen.map((option) => (
          <OptionLabel key={option.code} option={option} />
        ))}
      </span>
      <ChevronDownIcon />
    </button>
  );
}
