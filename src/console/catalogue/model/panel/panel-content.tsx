import { type ReactNode, useRef } from 'react';
import { t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { useUndo } from '../../undo/use-undo.ts';
import { useUndoShortcuts } from '../../undo/use-undo-shortcuts.ts';
import type { ConfigObject } from '../config-page-types.ts';
import { DraftActions } from '../draft-actions.tsx';
import type { DraftForm } from '../use-draft-form.ts';
import { useNextFault } from './use-next-fault.ts';

/** Shows the content of a panel: its head, the fields of the object, and the save of its draft, also by Ctrl-S. */
export function PanelContent<Item extends ConfigObject>(props: {
  readonly code: string;
  /** The object as it is stored now; null if it was deleted. */
  readonly item: Item | null;
  readonly form: DraftForm;
  /** Buttons in the head, for those who may edit. */
  readonly actions: ReactNode;
  /** Effects of saving the draft, or the reason why it failed, shown above its buttons. */
  readonly effects: ReactNode;
  /** Links to the next steps, in place of the save once there is nothing to save. */
  readonly nextSteps?: ReactNode;
  readonly onClose: () => void;
  readonly children: (item: Item) => ReactNode;
}) {
  const { code, item, form, actions, effects, nextSteps, onClose, children } = props;
  const { undo, redo } = useUndo();
  /** Code of the object that was shown here last. */
  const seenCode = useRef<string | null>(null);
  if (item !== null) seenCode.current = code;
  useNextFault();
  useUndoShortcuts({ undo, redo, save: () => (form.canSave ? form.save() : undefined) });
  const count = Object.keys(form.draft).length;
  return (
    <>
      <header className="object-head">
        <div>
          <h2>
            <CodeLabel label={item?.label ?? code} />
          </h2>
          <Code>{code}</Code>
        </div>
        {form.mayEdit ? actions : null}
        <button type="button" className="icon-button" aria-label={t('Close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      {item === null ? (
        <EmptyState
          title={
            seenCode.current === code || count > 0
              ? t('It was deleted')
              : t('{code} does not exist', { code })
          }
        >
          {count === 0 ? null : t('Your input is still here.')}
        </EmptyState>
      ) : (
        <div className="object-body">{children(item)}</div>
      )}
      {count === 0 ? (
        nextSteps
      ) : (
        <section className="object-save" aria-label={t('Unsaved changes')}>
          {effects}
          <div className="row">
            <DraftActions form={form} isDeleted={item === null} />
          </div>
        </section>
      )}
    </>
  );
}
