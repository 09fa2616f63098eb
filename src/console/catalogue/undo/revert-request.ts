import { t } from '../../i18n/translate.ts';
import { formatConflicts } from './undo-result.ts';
import type { UndoOutcome } from './use-undo.ts';

/**
 * Takes the changes of a request back.
 *
 * @param isRedo true if they took others back, which are made again by this
 */
export async function revertRequest(requestId: string, isRedo = false): Promise<UndoOutcome> {
  const { undoChanges } = await import('./undo-changes.ts');
  const { objects, kept, conflicts, by } = await undoChanges({ requestId });
  const remaining = formatConflicts(conflicts, kept);
  if (objects === 0) return { words: null, left: remaining, redo: null };
  const byRequest = by !== null && 'requestId' in by ? by.requestId : null;
  return {
    words: isRedo ? t('The change is made again.') : t('The change is undone.'),
    left: remaining,
    redo: typeof byRequest === 'string' ? () => revertRequest(byRequest, !isRedo) : null,
  };
}
