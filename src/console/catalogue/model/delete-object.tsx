import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { DeleteIcon } from '../../ui/icons.ts';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { useUndo } from '../undo/use-undo.ts';
import { type ModelChanges, previewModel, saveModel } from './apply-model.ts';
import type { ConfigObject, ConfigPage } from './config-page-types.ts';
import { EffectList, type Effects, hasEffects } from './effects.tsx';

/** Deletes an object: at once, with undo, where no product is affected, otherwise after its effects are confirmed. */
export function DeleteObject<Row extends ConfigObject, Item extends ConfigObject>(props: {
  readonly page: ConfigPage<Row, Item>;
  readonly item: Item;
  readonly onDeleted: () => void;
}) {
  const { page, item, onDeleted } = props;
  const { label, code, version } = item;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [effects, setEffects] = useState<Effects | null>(null);
  const input: ModelChanges = {
    ...page.detach?.(item),
    delete: [{ kind: page.kind, code, ifVersion: version }],
  };
  const deleting = useMutation({
    mutationFn: () => saveModel(input),
    onError: notifyError,
    onSuccess: async (undo) => {
      onDeleted();
      notifySuccess(t('{name} deleted.', { name: label }), undoable(undo));
      await queryClient.invalidateQueries();
    },
  });
  const checking = useMutation({
    mutationFn: () => previewModel(input),
    onError: notifyError,
    onSuccess: (preview) => (hasEffects(preview) ? setEffects(preview) : deleting.mutate()),
  });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Delete {name}', { name: label })}
        disabled={checking.isPending || deleting.isPending}
        onClick={() => checking.mutate()}
      >
        <DeleteIcon />
      </button>
      <Dialog title={effects && t('Delete {name}', { name: label })} onClose={() => setEffects(null)}>
        {effects === null ? null : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              setEffects(null);
              deleting.mutate();
            }}
          >
            <Stack>
              <EffectList effects={effects} hidesChannel={page.kind === 'CHANNEL'} />
              <FormButtons
                submit={t('Delete')}
                isBusy={deleting.isPending}
                onCancel={() => setEffects(null)}
              />
            </Stack>
          </form>
        )}
      </Dialog>
    </>
  );
}
