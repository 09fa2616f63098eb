import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refetchAccess } from '../../../api/workspace.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { useUndo } from '../../undo/use-undo.ts';
import { type ModelChanges, previewModel, saveModel } from '../apply-model.ts';
import { hasEffects } from '../effects/effect-documents.ts';
import { useEffects } from '../effects/use-effects.ts';

/**
 * Saves changes that a dialog describes. Their effects are counted once they rest; who saves before sees them first, if
 * there are any.
 */
export function usePlannedChange(change: {
  readonly input: ModelChanges;
  /** False while the changes are not complete, or can have no effect. */
  readonly countsEffects: boolean;
  /** Message once they are saved: `Weight created.` */
  readonly message: string;
  /** Throws the reason why they are not saved. */
  readonly check?: () => Promise<void>;
  readonly onSaved: () => void;
}) {
  const { input, countsEffects, message, check, onSaved } = change;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const { query: effects } = useEffects(countsEffects ? JSON.stringify(input) : '', (signal) =>
    previewModel(input, signal),
  );
  const content = JSON.stringify(input, withoutVersions);
  const saving = useMutation({
    mutationFn: async (_content: string) => {
      await check?.();
      if (effects !== null && effects.data === undefined) {
        const { data } = await effects.refetch({ cancelRefetch: false, throwOnError: true });
        // A count that was cancelled says nothing.
        if (data === undefined || hasEffects(data)) return null;
      }
      return saveModel(input);
    },
    onError: (error) => {
      void refetchAccess(queryClient, error);
      // Others may have changed or deleted what the changes are about.
      void queryClient.invalidateQueries();
    },
    onSuccess: async (undo) => {
      if (undo === null) return;
      notifySuccess(message, undoable(undo));
      onSaved();
      await queryClient.invalidateQueries();
    },
  });
  return {
    effects,
    /** The reason why these changes could not be saved; null once they are others. */
    error: saving.variables === content ? saving.error : null,
    isSaving: saving.isPending,
    save: () => saving.mutate(content),
  };
}

/** Leaves versions out: who loads an object again still describes the same change. */
const withoutVersions = (name: string, value: unknown) => (name === 'ifVersion' ? undefined : value);
