import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import type { EditorProps } from './sheet-types.ts';

/** Edits the text of a cell: Enter and Tab save, Escape cancels, leaving the field saves, too. */
export function TextEditor(
  props: EditorProps & {
    readonly label: string;
    readonly text: string;
    readonly isLong: boolean;
    readonly isNumber: boolean;
    /** True if the text is not saved yet: then it is saved without a change, too. */
    readonly isStaged: boolean;
    readonly onCommit: (text: string) => void;
  },
) {
  const { label, text, typed: initialInput, isLong, isNumber, isStaged, onCommit, onDone } = props;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [value, setValue] = useState(initialInput ?? text);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (initialInput === null) field.current?.select();
    // A text area begins before the typed letter, otherwise.
    else field.current?.setSelectionRange(initialInput.length, initialInput.length);
  }, [initialInput]);
  const finish = (direction: Parameters<typeof onDone>[0], isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    if (isKept && (value !== text || isStaged)) onCommit(value);
    onDone(direction);
  };
  const press = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey } = event;
    if (key === 'Escape') finish('stay', false);
    else if (key === 'Enter' && !(isLong && (shiftKey || altKey))) finish('down', true);
    else if (key === 'Tab') finish(shiftKey ? 'left' : 'right', true);
    else return;
    event.preventDefault();
  };
  const shared = {
    ref: field,
    'aria-label': label,
    className: 'cell-editor',
    'data-number': isNumber || undefined,
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setValue(currentTarget.value),
    onKeyDown: press,
    onBlur: () => finish('none', true),
  };
  return isLong ? (
    <>
      <textarea {...shared} rows={5} />
      <span className="visually-hidden">{t('Shift and Enter start a new line.')}</span>
    </>
  ) : (
    <input {...shared} type="text" autoComplete="off" spellCheck={!isNumber} />
  );
}
