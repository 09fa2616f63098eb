import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DeleteIcon } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { type UndoOutcome, useUndo } from '../undo/use-undo.ts';
import type { ConfigObject, ConfigPage } from './config-page-types.ts';
import { useModelChange } from './use-model-change.tsx';

/**
 * Deletes an object: at once, with undo, where no product is affected, otherwise after its effects are confirmed. Values
 * that keep it are removed first, with a confirmation of their own; who closes that meanwhile keeps the object.
 */
export function DeleteObject<Row extends ConfigObject, Item extends ConfigObject>(props: {
  readonly page: ConfigPage<Row, Item>;
  readonly item: Item;
  readonly onDeleted: () => void;
}) {
  const { page, item, onDeleted } = props;
  const { label, code, version } = item;
  const { clearing } = page;
  const [isClearing, setIsClearing] = useState(false);
  const { save, isBusy, dialog } = useModelChange();
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const clearedMessage = t('The values of {name} are removed.', { name: label });
  const title = t('Delete {name}', { name: label });
  const remove = (undoBefore?: () => Promise<UndoOutcome>) =>
    save({
      input: { ...page.detach?.(item), delete: [{ kind: page.kind, code, ifVersion: version }] },
      title,
      verb: t('Delete'),
      message: t('{name} deleted.', { name: label }),
      onSaved: onDeleted,
      hidesChannel: page.kind === 'CHANNEL',
      ...(undoBefore === undefined ? {} : { before: { undo: undoBefore, message: clearedMessage } }),
    });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={title}
        disabled={isBusy}
        onClick={() => (clearing?.isNeeded(item) ? setIsClearing(true) : remove())}
      >
        <DeleteIcon />
      </button>
      {clearing === undefined ? null : (
        <Dialog title={isClearing ? title : null} onClose={() => setIsClearing(false)}>
          <clearing.Form
            item={item}
            verb={t('Remove values and delete')}
            onCancel={() => setIsClearing(false)}
            onCleared={(undo, isOpen) => {
              if (isOpen) {
                setIsClearing(false);
                remove(undo);
              } else {
                notifySuccess(clearedMessage, undoable(undo));
                void queryClient.invalidateQueries();
              }
            }}
          />
        </Dialog>
      )}
      {dialog}
    </>
  );
}
