import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { refetchAccess } from '../../api/workspace.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { undoBoth } from '../undo/make-change.ts';
import { type UndoOutcome, useUndo } from '../undo/use-undo.ts';
import { type ModelChanges, previewModel, saveModel } from './apply-model.ts';
import { type Effects, hasEffects } from './effects/effect-documents.ts';
import { EffectList } from './effects/effect-panel.tsx';

/** A change that no form waits for. */
export interface ModelChange {
  readonly input: ModelChanges;
  /** Title of the dialog that shows its effects, and verb of the button that confirms it. */
  readonly title: string;
  readonly verb: string;
  /** Message once it is saved: `Lamps moved.` */
  readonly message: string;
  readonly onSaved?: () => void;
  /** True if effects do not name the channel, because it is the changed object. */
  readonly hidesChannel?: boolean;
  /** A change that was made for it and is taken back with it, with the message if this one fails or is cancelled. */
  readonly before?: { readonly undo: () => Promise<UndoOutcome>; readonly message: string };
}

/**
 * Saves changes: at once, with undo, where no product is affected, otherwise after their effects are confirmed.
 *
 * @returns `save`, which takes a change or what prepares one, and the dialog to render
 */
export function useModelChange(): {
  readonly save: (change: ModelChange | (() => Promise<ModelChange>)) => void;
  readonly isBusy: boolean;
  readonly dialog: ReactNode;
} {
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [waiting, setWaiting] = useState<{ readonly change: ModelChange; readonly effects: Effects } | null>(
    null,
  );
  const onError = (error: unknown) => {
    notifyError(error);
    void refetchAccess(queryClient, error);
    // Others may have changed or deleted what is shown.
    void queryClient.invalidateQueries();
  };
  const stopAfter = ({ before }: ModelChange) => {
    if (before === undefined) return;
    notifySuccess(before.message, undoable(before.undo));
    void queryClient.invalidateQueries();
  };
  const saving = useMutation({
    mutationFn: ({ input }: ModelChange) => saveModel(input),
    onError: (error, change) => {
      stopAfter(change);
      onError(error);
    },
    onSuccess: async (undo, { message, onSaved, before }) => {
      onSaved?.();
      notifySuccess(message, undoable(before === undefined ? undo : () => undoBoth(undo, before.undo)));
      await queryClient.invalidateQueries();
    },
  });
  const checking = useMutation({
    mutationFn: async (change: ModelChange | (() => Promise<ModelChange>)) => {
      const prepared = typeof change === 'function' ? await change() : change;
      return { change: prepared, effects: await previewModel(prepared.input) };
    },
    onError: (error, change) => {
      if (typeof change !== 'function') stopAfter(change);
      onError(error);
    },
    onSuccess: (checked) =>
      hasEffects(checked.effects) ? setWaiting(checked) : saving.mutate(checked.change),
  });
  const close = () => setWaiting(null);
  const cancel = () => {
    if (waiting !== null) stopAfter(waiting.change);
    close();
  };
  return {
    save: (change) => {
      if (!checking.isPending && !saving.isPending) checking.mutate(change);
    },
    isBusy: checking.isPending || saving.isPending,
    dialog: (
      <Dialog title={waiting?.change.title ?? null} onClose={cancel}>
        {waiting === null ? null : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              close();
              saving.mutate(waiting.change);
            }}
          >
            <Stack>
              <EffectList effects={waiting.effects} hidesChannel={waiting.change.hidesChannel ?? false} />
              <FormButtons submit={waiting.change.verb} isBusy={saving.isPending} onCancel={cancel} />
            </Stack>
          </form>
        )}
      </Dialog>
    ),
  };
}
