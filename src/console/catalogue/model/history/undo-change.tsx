import { useState } from 'react';
import { useMayChange } from '../../../api/workspace.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { UndoIcon } from '../../../ui/icons.ts';
import { UndoForm } from '../../undo/undo-form.tsx';
import { changeSentence } from './change-sentence.ts';
import type { ConfigurationChange } from './history-documents.ts';

/** Shows the button that takes a change back after a dry run; nothing for people who may not change the object. */
export function UndoChange({ change }: { readonly change: ConfigurationChange }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMayChange();
  // Settings of the organization are not reverted.
  if (!mayChange(change.kind) || change.kind === 'ORGANIZATION') return null;
  const sentence = changeSentence(change);
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
      <Dialog title={isOpen ? t('Undo this change') : null} onClose={() => setIsOpen(false)}>
        <UndoForm
          subject={sentence}
          selection={{ sequences: [change.sequence] }}
          verb={t('Undo')}
          onClose={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  );
}
