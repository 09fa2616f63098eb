import { usePageShortcuts } from '../../ui/use-page-shortcuts.ts';

/** Actions of the keys on a page that saves. */
interface UndoShortcuts {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
}

const TEXT_FIELD =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [data-edited]';

/**
 * Binds Ctrl-Z, Ctrl-Shift-Z and Ctrl-Y wherever the focus is, except in text fields, which have their own; Ctrl-S in
 * these, too. Nothing works beside a dialog.
 */
export const useUndoShortcuts = (keys: UndoShortcuts): void => usePageShortcuts(keys, actionOf);

function actionOf(event: KeyboardEvent): keyof UndoShortcuts | null {
  const { ctrlKey, metaKey, shiftKey, target } = event;
  if (!(ctrlKey || metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 's' && !shiftKey) return 'save';
  if (target instanceof Element && target.closest(TEXT_FIELD) !== null) return null;
  if (key === 'z') return shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
