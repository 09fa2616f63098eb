import { loadScript } from '../../api/load-script.ts';
import { revertSelection } from './revert-request.ts';
import type { UndoOutcome } from './use-undo.ts';

/**
 * Requests a change, and waits for its job if one makes it. Resolves with a function that takes the change back.
 *
 * @param send sends the request; the script that waits is loaded before
 * @param onProgress called with the number of products and entities that were changed
 * @throws ApiError if the request is rejected, or the job fails or is cancelled
 */
export async function makeChange(
  send: () => Promise<{ readonly jobId: string | null; readonly requestId: string | null }>,
  onProgress: (done: number) => void,
): Promise<() => Promise<UndoOutcome>> {
  const { finishedJob } = await loadScript(() => import('./undo-changes.ts'));
  const { jobId, requestId } = await send();
  if (jobId === null) return () => revertSelection({ requestId: requestId ?? '' });
  await finishedJob(jobId, onProgress);
  return () => revertSelection({ jobId });
}

/** Takes two changes back, the later one first. They are made again together, too. */
export async function undoBoth(
  later: () => Promise<UndoOutcome>,
  earlier: () => Promise<UndoOutcome>,
): Promise<UndoOutcome> {
  const first = await later();
  const second = await earlier();
  const { redo: redoLater } = first;
  const { redo: redoEarlier } = second;
  return {
    words: first.words ?? second.words,
    left: [first.left, second.left].filter((part) => part !== null).join(' ') || null,
    redo: redoLater === null || redoEarlier === null ? null : () => undoBoth(redoEarlier, redoLater),
  };
}
