import { useQuery, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { notifyError, notifyInfo } from '../../ui/messages/notifications.ts';
import { notifyUndone } from './notify-undone.ts';
import type { UndoResult } from './undo-result.ts';
import { clearRedo, pushUndo, redoLast, type Undoable, undoLast } from './undo-stack.ts';

/** The result of an undo that can be redone. */
export interface UndoOutcome extends UndoResult {
  /** Makes the change again; null where nothing was undone, or nothing does. */
  readonly redo: (() => Promise<UndoOutcome>) | null;
}

/** Takes back what this person has changed in this tab, on whatever page, and makes it again: by the message of a change, or the last one by Ctrl-Z. */
export function useUndo() {
  const queryClient = useQueryClient();
  const me = useQuery(meQuery).data;
  const owner = { organizationId: me?.organization.id ?? '', userId: me?.user?.id ?? '' };
  const toUndoable = (undo: () => Promise<UndoOutcome>): Undoable => ({
    undo: async () => {
      try {
        const { redo, ...result } = await undo();
        notifyUndone(result);
        return redo === null ? null : toUndoable(redo);
      } catch (error) {
        notifyError(error);
        throw error;
      } finally {
        // The page is not waited for: people may redo at once.
        void queryClient.invalidateQueries();
      }
    },
  });
  return {
    /** The button of a message about a change, which takes it back. */
    undoable: (undo: () => Promise<UndoOutcome>) => ({
      label: t('Undo'),
      run: pushUndo(owner, toUndoable(undo)),
    }),
    undo: async () => {
      if (!(await undoLast(owner))) notifyInfo(t('Nothing to undo.'));
    },
    /**
     * Redoes the last saved change.
     *
     * @returns true if there was something to redo
     */
    redoSaved: () => redoLast(owner),
    redo: async () => {
      if (!(await redoLast(owner))) notifyInfo(t('Nothing to redo.'));
    },
    forgetUndone: () => clearRedo(owner),
  };
}
