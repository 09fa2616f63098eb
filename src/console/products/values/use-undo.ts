import { useQuery, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../api/workspace.ts';
import { t } from '../../language/t.ts';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { rememberChange, undoLast } from './undo-stack.ts';

/** Takes back what this person has changed in this tab, on whatever page: by the message of a change, or the last one by Ctrl-Z. */
export function useUndo() {
  const queryClient = useQueryClient();
  const me = useQuery(meQuery).data;
  const owner = { organizationId: me?.organization.id ?? '', userId: me?.user?.id ?? '' };
  return {
    /**
     * The button of a message about a change.
     *
     * @param undo takes the change back; resolves to what became of it, in words
     */
    undoable: (undo: () => Promise<string>) => ({
      label: t('Undo'),
      run: rememberChange(owner, {
        undo: async () => {
          try {
            notifySuccess(await undo());
          } catch (error) {
            notifyError(error);
            throw error;
          } finally {
            await queryClient.invalidateQueries();
          }
        },
      }),
    }),
    undoLast: async () => {
      if (!(await undoLast(owner, () => undefined))) notifySuccess(t('Nothing to undo.'));
    },
  };
}
