import { loadScript } from '../../api/load-script.ts';
import { t } from '../../i18n/translate.ts';
import { revertedMessage } from './revert-request.ts';
import type { ChangeSelection } from './undo-changes.ts';
import { formatConflicts, type UndoConflict } from './undo-result.ts';
import type { UndoOutcome } from './use-undo.ts';

/** Changes that one action saved, so that they can be undone. */
export interface SavedChanges {
  /** The requests that stored it, oldest first. */
  readonly requestIds: readonly string[];
  /** Number of cells; null for changes of other kinds. */
  readonly count: number | null;
}

/** Undoes what was saved, except for what has been changed since or a rule rejects. */
export const revertSaved = ({ requestIds, count }: SavedChanges): Promise<UndoOutcome> =>
  takeBack(
    requestIds.map((requestId) => ({ requestId })),
    count,
    false,
  );

/**
 * Takes changes back.
 *
 * @param isRedo true if that makes again what was undone before
 */
async function takeBack(
  selections: readonly ChangeSelection[],
  count: number | null,
  isRedo: boolean,
): Promise<UndoOutcome> {
  const { undoChanges } = await loadScript(() => import('./undo-changes.ts'));
  const reverts: ChangeSelection[] = [];
  const conflicts: UndoConflict[] = [];
  let skippedCount = 0;
  for (const selection of selections.toReversed()) {
    const result = await undoChanges(selection);
    if (result.by !== null) reverts.push(result.by);
    conflicts.push(...result.conflicts);
    skippedCount += result.kept;
  }
  const conflictNote = formatConflicts(conflicts, skippedCount);
  // A change that had been reverted already was not undone by this.
  if (reverts.length === 0) return { words: null, left: conflictNote, redo: null };
  const undone = count === null ? null : Math.max(1, count - skippedCount);
  return {
    words: undone === null ? revertedMessage(isRedo) : cellMessage(undone, isRedo),
    left: conflictNote,
    redo: () => takeBack(reverts, undone, !isRedo),
  };
}

const cellMessage = (count: number, isRedo: boolean): string =>
  isRedo
    ? t('{count, plural, one {# cell} other {# cells}} saved again.', { count })
    : t('{count, plural, one {# cell} other {# cells}} undone.', { count });
