import { t } from '../../language/t.ts';
import type { ChangeSelection } from './undo-changes.ts';
import { leftInWords, type UndoConflict } from './undo-result.ts';
import type { Undone } from './use-undo.ts';

/** Changes that one action saved, so that they can be undone. */
export interface Saved {
  /** The requests that stored it, oldest first. */
  readonly requestIds: readonly string[];
  /** Number of values. */
  readonly count: number;
}

/** Undoes what was saved, except for what has been changed since or a rule rejects. */
export const undoSaved = ({ requestIds, count }: Saved): Promise<Undone> =>
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
  count: number,
  isRedo: boolean,
): Promise<Undone> {
  const { undoChanges } = await import('./undo-changes.ts');
  const reverts: ChangeSelection[] = [];
  const conflicts: UndoConflict[] = [];
  let kept = 0;
  for (const selection of selections.toReversed()) {
    const result = await undoChanges(selection);
    if (result.by !== null) reverts.push(result.by);
    conflicts.push(...result.conflicts);
    kept += result.kept;
  }
  // A change that had been reverted already was not undone by this.
  const undone = reverts.length === 0 ? 0 : Math.max(1, count - kept);
  const left = leftInWords(conflicts, kept);
  if (undone === 0) return { words: null, left, redo: null };
  const words = isRedo
    ? t('{count, plural, one {# cell} other {# cells}} saved again.', { count: undone })
    : t('{count, plural, one {# cell} other {# cells}} undone.', { count: undone });
  return { words, left, redo: () => takeBack(reverts, undone, !isRedo) };
}
