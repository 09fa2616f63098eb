import { loadScript } from '../../api/load-script.ts';
import { t } from '../../i18n/translate.ts';
import type { ChangeSelection } from './undo-changes.ts';
import { formatConflicts } from './undo-result.ts';
import type { UndoOutcome } from './use-undo.ts';

/**
 * Takes the changes of a request back.
 *
 * @param isRedo true if they took others back, which are made again by this
 */
export const revertRequest = (requestId: string, isRedo = false): Promise<UndoOutcome> =>
  revertSelection({ requestId }, isRedo);

/** Takes the changes of a request or a job back; see {@link revertRequest}. */
export async function revertSelection(selection: ChangeSelection, isRedo = false): Promise<UndoOutcome> {
  const { undoChanges } = await loadScript(() => import('./undo-changes.ts'));
  const { objects, kept, conflicts, by } = await undoChanges(selection);
  const remaining = formatConflicts(conflicts, kept);
  if (objects === 0) return { words: null, left: remaining, redo: null };
  return {
    words: revertedMessage(isRedo),
    left: remaining,
    redo: by === null ? null : () => revertSelection(by, !isRedo),
  };
}

/** Returns the message about changes that are taken back, or made again. */
export const revertedMessage = (isRedo: boolean): string =>
  isRedo ? t('The change is made again.') : t('The change is undone.');
