import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyError } from '../../ui/messages/notifications.ts';
import { notifyUndone } from './notify-undone.ts';
import type { UndoResult } from './undo-result.ts';

/**
 * Runs an undo whose dry run is shown, and reports it: that of many changes is a job, whose page opens.
 *
 * @param toResult returns the result in words
 */
export function useRunUndo<Report>(
  undo: () => Promise<{ readonly jobId: string | null; readonly report: Report | null }>,
  toResult: (report: Report) => UndoResult,
  onClose: () => void,
): { readonly isBusy: boolean; readonly run: () => void } {
  const [isBusy, setIsBusy] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const run = async () => {
    setIsBusy(true);
    try {
      const { jobId, report } = await undo();
      await queryClient.invalidateQueries();
      onClose();
      if (jobId !== null) await navigate({ to: '/jobs/$id', params: { id: jobId } });
      else if (report !== null) notifyUndone(toResult(report));
    } catch (error) {
      notifyError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, run: () => void run() };
}
