import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { useUndo } from '../../undo/use-undo.ts';
import { type ModelChanges, previewModel, saveModel } from '../apply-model.ts';
import { hasEffects, useEffects } from '../effects.tsx';

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
  const { query, isCounting } = useEffects(countsEffects ? JSON.stringify(input) : '', (signal) =>
    previewModel(input, signal),
  );
  const saving = useMutation({
    mutationFn: async () => {
      await check?.();
      return isCounting && hasEffects(await previewModel(input)) ? null : saveModel(input);
    },
    onSuccess: async (undo) => {
      if (undo === null) return;
      notifySuccess(message, undoable(undo));
      onSaved();
      await queryClient.invalidateQueries();
    },
  });
  return { effects: query, saving };
}
