import { hasLetterShortcuts } from '../../ui/letter-shortcuts.ts';
import { usePageShortcuts } from '../../ui/use-page-shortcuts.ts';
import type { MediaFile } from './media-documents.ts';
import type { FileSelection } from './selection/use-file-selection.ts';

/** Binds the keys of the page: search, select all, delete, next and previous file, close. */
export function useMediaKeys(props: {
  readonly files: readonly MediaFile[];
  /** Code of the open file; null for none. */
  readonly code: string | null;
  readonly open: (code: string | null) => void;
  readonly selection: FileSelection;
  readonly mayEdit: boolean;
  readonly onDelete: () => void;
}): void {
  const { files, code, open, selection, mayEdit, onDelete } = props;
  const step = (by: number) => {
    const next = files[files.findIndex((file) => file.code === code) + by];
    if (code === null || next === undefined) return false;
    open(next.code);
    return true;
  };
  usePageShortcuts(
    {
      search: () => document.querySelector<HTMLElement>('.config-toolbar input')?.focus(),
      all: () => (mayEdit ? selection.set(files.map((file) => file.code)) : false),
      delete: () => (mayEdit && selection.codes.size > 0 ? onDelete() : false),
      next: () => step(1),
      previous: () => step(-1),
      close: () => {
        if (code !== null) open(null);
        else if (selection.codes.size > 0) selection.clear();
        else return false;
        return true;
      },
    },
    actionOf,
  );
}

const FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const LETTERS = { '/': 'search', j: 'next', k: 'previous' } as const;

function actionOf({ key, ctrlKey, metaKey, target }: KeyboardEvent) {
  // An open menu has the keys, and Escape closes it alone.
  if (document.querySelector('[role="menu"]:popover-open') !== null) return null;
  if (target instanceof Element && target.closest(FIELD) !== null) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? 'all' : null;
  if (key === 'Escape') return 'close';
  if (key === 'Delete') return 'delete';
  if (!hasLetterShortcuts()) return null;
  return key in LETTERS ? LETTERS[key as keyof typeof LETTERS] : null;
}
