import { useId, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { valueKey } from '../draft.ts';
import { addressOf, stageValue } from '../draft-value.ts';
import { useDraftValue, useFormContext, useValueIssue } from '../form-context.ts';
import { type FieldCell as Cell, type Field, toFieldText, toSavedValue } from '../form-model.ts';

export interface FieldCellProps {
  readonly field: Field;
  readonly cell: Cell;
  readonly currency: string | null;
  /** The same field in the other context, to copy from. */
  readonly other: Cell | null;
}

/** Returns the value of a field in a context, stored and typed, and what changes it. */
export function useFieldCell({ field, cell, currency, other }: FieldCellProps) {
  const { attribute } = field;
  const form = useFormContext();
  const { source, store, contexts, mayEdit, attempt } = form;
  const id = useId();
  const key = valueKey(addressOf(field, cell, currency));
  const draft = useDraftValue(form, key);
  const remark = useValueIssue(form, key);
  // A fault is shown when the field is left or saved, not while it is typed.
  const [typedIn, setTypedIn] = useState<number | null>(null);
  const own = draft === undefined ? toSavedValue(cell.own, currency) : draft.value;
  const text = draft?.text ?? toFieldText(attribute, cell.own, currency);
  const isEmpty = own === null && (draft?.fault ?? null) === null && text === '';
  const inherited = toSavedValue(cell.inherited, currency) === null ? null : cell.inherited;
  const isInherited = isEmpty && inherited !== null;
  const parent = cell.inherited?.source === 'INHERITED' ? (form.parent?.parent ?? null) : form.parent;
  const names = [attribute.label, ...(currency === null ? [] : [currency])];
  const isOfContext = cell.channel !== null || cell.locale !== null;
  if (contexts.length > 1 && isOfContext) names.push(contexts[cell.context]?.locale.label ?? '');
  const label = names.join(', ');
  return {
    source,
    attribute,
    cell,
    currency,
    contexts,
    mayEdit,
    store,
    id,
    key,
    draft,
    remark,
    label,
    /** The own value as JSON; null for none. */
    own,
    text,
    isEmpty,
    /** The value from above, with the product that has it; both are null if there is none. */
    inherited,
    parent,
    isInherited,
    isLocked: !mayEdit || attribute.readOnly || field.isFixed,
    isMissing: cell.isMissing && isEmpty && !isInherited,
    fallback: isEmpty && !isInherited ? cell.fallback : null,
    /** The value of the other context to copy. */
    copySource: useCopySource(form, field, other, currency),
    /** Reason why the value is rejected. */
    reason: remark?.reason ?? (typedIn === attempt ? null : (draft?.fault ?? null)),
    typeIn: (next: NewValue) => {
      setTypedIn(attempt);
      stageValue(store, { field, cell, currency }, next);
    },
    change: (next: NewValue) => stageValue(store, { field, cell, currency }, next),
    discard: () => {
      if (draft === undefined) return;
      store.remove([draft]);
      notifySuccess(t('The change of {field} was discarded.', { field: label }), {
        label: t('Undo'),
        run: () => store.put([draft]),
      });
    },
    leave: () => setTypedIn(null),
    ...useEditorFocus(),
  };
}

export type FieldCellState = ReturnType<typeof useFieldCell>;

interface NewValue {
  readonly text: string;
  readonly value: unknown;
  readonly fault?: string | null;
}

/** Returns the element of a field, and a function that focuses its editor as soon as that is drawn. */
function useEditorFocus() {
  const box = useRef<HTMLDivElement>(null);
  const [isOpened, setIsOpened] = useState(false);
  useLayoutEffect(() => {
    if (!isOpened) return;
    box.current?.querySelector<HTMLElement>('input, textarea, [contenteditable], button, select')?.focus();
    setIsOpened(false);
  }, [isOpened]);
  return { box, focusEditor: () => setIsOpened(true) };
}

/** Returns the value of the other context to copy: the typed one, otherwise the stored one; null if there is none. */
function useCopySource(
  form: ReturnType<typeof useFormContext>,
  { attribute }: Field,
  other: Cell | null,
  currency: string | null,
) {
  const key =
    other === null
      ? ''
      : valueKey({ attribute: attribute.code, channel: other.channel, locale: other.locale, currency });
  const draftValue = useDraftValue(form, key);
  if (other === null) return null;
  if (draftValue !== undefined && draftValue.fault === null && draftValue.value !== null)
    return { text: draftValue.text, value: draftValue.value };
  const stored = other.own ?? other.inherited;
  const value = toSavedValue(stored, currency);
  return value === null ? null : { text: toFieldText(attribute, stored, currency), value };
}
