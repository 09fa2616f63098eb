import { hasLetterShortcuts } from '../../ui/letter-shortcuts.ts';
import { usePageShortcuts } from '../../ui/use-page-shortcuts.ts';

/** Actions of the keys in the form of a product. */
export interface FormShortcuts {
  readonly saveAndNext: () => void;
  /** Publishes; false leaves the key to the page, which publishes the saved values. */
  readonly publish: () => boolean;
  readonly next: () => void;
  readonly previous: () => void;
  readonly toggleMissing: () => void;
  readonly toWrong: () => void;
  readonly nextField: () => void;
}

const EDITABLE_SELECTOR =
  'input, textarea, select, [contenteditable="true"], [role="grid"], [role="dialog"], [popover]';

const EDITOR_SELECTOR = 'input, textarea, button, select, [contenteditable="true"]';

/** Goes to the next value, past what can be done with this one. */
export function focusNextField(): void {
  const editors = [...document.querySelectorAll('.field-editor')];
  const at = editors.findIndex((editor) => editor.contains(document.activeElement));
  const next = editors
    .slice(at + 1)
    .flatMap((editor) => editor.querySelector<HTMLElement>(EDITOR_SELECTOR) ?? []);
  next[0]?.focus();
}

/** Goes to the first rejected value. */
export function focusFirstInvalid(): void {
  const first = document.querySelector<HTMLElement>(
    '.field-editor :is([aria-invalid="true"], [data-invalid])',
  );
  first?.focus();
  // A field that has the focus already can be out of sight.
  first?.scrollIntoView({ block: 'nearest' });
}

const ISSUE_SELECTOR = '.conflict button:first-of-type, .field-editor [aria-invalid="true"]';

/** Goes to the next value that is rejected or that somebody else changed, and begins anew after the last one. */
export function focusNextIssue(): void {
  const wrong = [...document.querySelectorAll<HTMLElement>(ISSUE_SELECTOR)];
  const { activeElement } = document;
  const isAfter = (one: HTMLElement) =>
    activeElement !== null &&
    (activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  (wrong.find(isAfter) ?? wrong[0])?.focus();
}

/** Binds the keys: Ctrl-Enter, Ctrl-Shift-Enter and F8 work everywhere on the page; letters only outside of fields. */
export const useFormShortcuts = (keys: FormShortcuts): void => usePageShortcuts(keys, actionOf);

function actionOf(event: KeyboardEvent): keyof FormShortcuts | null {
  const { key, ctrlKey, metaKey, shiftKey, target } = event;
  const isTypedIn = target instanceof Element && target.closest(EDITABLE_SELECTOR) !== null;
  if (ctrlKey || metaKey) {
    if (key === 'Enter') return shiftKey ? 'saveAndNext' : 'publish';
    return null;
  }
  if (key === 'F8') return 'toWrong';
  if (key === 'Enter' && !shiftKey && target instanceof Element && target.matches('.field-editor input'))
    return 'nextField';
  if (isTypedIn || shiftKey) return null;
  return hasLetterShortcuts() ? (LETTERS[key] ?? null) : null;
}

const LETTERS: Readonly<Record<string, keyof FormShortcuts>> = {
  j: 'next',
  k: 'previous',
  m: 'toggleMissing',
};
