import { useUndo } from './use-undo.ts';
import { useUndoShortcuts } from './use-undo-shortcuts.ts';

/** Binds the keys that take changes back on a page without a form. */
export function UndoKeys() {
  const { undo, redo } = useUndo();
  useUndoShortcuts({ undo, redo, save: () => undefined });
  return null;
}
