import { useState } from 'react';
import { useMayChange } from '../../../api/workspace.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { UndoIcon } from '../../../ui/icons.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { ConfigurationChange } from './history-documents.ts';

// Few people who read a history undo any of it.
const UndoChangeForm = lazyComponent(
  async () => (await import('./undo-change-form.tsx')).UndoChangeForm,
  null,
);

/**
 * Shows the button that takes changes back after a dry run, with all that was saved together with them; nothing for
 * people who may not change the objects.
 */
export function UndoChange(props: {
  /** Changes that were saved together. */
  readonly changes: readonly [ConfigurationChange, ...ConfigurationChange[]];
  readonly sentence: string;
  /** True if the change alone is taken back, unless a person chooses otherwise. */
  readonly isPart?: boolean;
}) {
  const { changes, sentence, isPart = false } = props;
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMayChange();
  // Settings of the organization are not reverted.
  const revertible = changes.filter(({ kind }) => kind !== 'ORGANIZATION');
  if (revertible.length === 0 || !revertible.every(({ kind }) => mayChange(kind))) return null;
  return (
    <>
      <button
        type="button"
        className="link-button history-undo"
        aria-label={t('Undo: {change}', { change: sentence })}
        onClick={() => setIsOpen(true)}
      >
        <UndoIcon />
        {t('Undo')}
      </button>
      <Dialog
        title={isOpen ? (changes.length > 1 ? t('Undo these changes') : t('Undo this change')) : null}
        onClose={() => setIsOpen(false)}
      >
        <UndoChangeForm change={changes[0]} isPart={isPart} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
