import { revertSelection } from './revert-request.ts';
import type { UndoOutcome } from './use-undo.ts';

/**
 * Waits for the job of a change, if one makes it. Resolves with a function that takes the change back.
 *
 * @param onProgress called with the number of products and entities that were changed
 */
export async function awaitChange(
  { jobId, requestId }: { readonly jobId: string | null; readonly requestId: string | null },
  onProgress: (done: number) => void,
): Promise<() => Promise<UndoOutcome>> {
  if (jobId === null) return () => revertSelection({ requestId: requestId ?? '' });
  const { finishedJob } = await import('./undo-changes.ts');
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
