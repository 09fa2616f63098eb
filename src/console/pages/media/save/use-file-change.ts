import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchAccess } from '../../../api/workspace.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import type { RefusedFile, SavedFiles } from './media-changes.ts';

/** A change of files that is saved at once. */
export interface FileAction {
  readonly run: (onDone: (count: number) => void) => Promise<SavedFiles>;
  /** Number of files. */
  readonly total: number;
  /** Returns the message once some are saved: `3 files deleted.` */
  readonly done: (count: number) => string;
  readonly onSaved?: (saved: SavedFiles) => void;
}

/** Returns what saves a change of files with undo, how far it is, and the files that the last one left as they are. */
export function useFileChange() {
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [running, setRunning] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const changing = useMutation({
    mutationFn: async ({ run, total }: FileAction) => {
      setRunning({ done: 0, total });
      return run((done) => setRunning({ done, total }));
    },
    onSuccess: (saved, { done, onSaved }) => {
      setRefused(saved.refused);
      if (saved.count > 0) notifySuccess(done(saved.count), undoable(saved.undo));
      else if (saved.refused.length === 0) notifySuccess(t('Nothing to change.'));
      onSaved?.(saved);
    },
    onError: (error) => {
      notifyError(error);
      void refetchAccess(queryClient, error);
    },
    onSettled: () => {
      setRunning(null);
      return queryClient.invalidateQueries();
    },
  });
  return { running, refused, clearRefused: () => setRefused([]), act: changing.mutate };
}
