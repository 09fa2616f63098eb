import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refetchAccess } from '../../../api/workspace.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError, notifyInfo, notifySuccess } from '../../../ui/messages/notifications.ts';
import type { RejectedFile, SavedFiles } from './media-changes.ts';

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
  const [rejections, setRejections] = useState<readonly RejectedFile[]>([]);
  // The state is too late for a key that is held.
  const isRunning = useRef(false);
  const fail = (error: unknown) => {
    notifyError(error);
    void refetchAccess(queryClient, error);
  };
  const changing = useMutation({
    mutationFn: ({ run, total }: FileAction) => run((done) => setRunning({ done, total })),
    onSuccess: (saved, { done, onSaved }) => {
      setRejections(saved.rejections);
      if (saved.codes.length > 0) notifySuccess(done(saved.codes.length), undoable(saved.undo));
      else if (saved.rejections.length === 0 && saved.error === null) notifyInfo(t('Nothing to change.'));
      if (saved.error !== null) fail(saved.error);
      onSaved?.(saved);
    },
    onError: fail,
    onSettled: () => {
      isRunning.current = false;
      setRunning(null);
      return queryClient.invalidateQueries();
    },
  });
  return {
    running,
    rejections,
    clearRejections: () => setRejections([]),
    /** Saves a change, unless one is being saved. */
    act: (action: FileAction) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setRunning({ done: 0, total: action.total });
      changing.mutate(action);
    },
  };
}
