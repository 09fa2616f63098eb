import { useRef } from 'react';
import { t } from '../../../i18n/translate.ts';
import { notifyInfo, notifySuccess } from '../../../ui/messages/notifications.ts';
import { revertSaved, type SavedChanges } from '../../undo/revert-saved.ts';
import { useUndo } from '../../undo/use-undo.ts';
import type { Staging } from './use-staging.ts';

/** Returns what takes back staged and saved changes, and makes them again. */
export function useEditHistory(staging: Staging) {
  const { undoable, undo, redoSaved, forgetUndone } = useUndo();
  /** Functions that put back staged changes that were taken back, the last one first; a new edit ends them. */
  const redoable = useRef<(() => void)[]>([]);
  /** Texts that were typed or pasted and are not staged or saved yet: undoing waits for them. */
  const pending = useRef(new Set<Promise<unknown>>());
  const finish = async () => {
    while (pending.current.size > 0) await Promise.allSettled([...pending.current]);
  };

  /** Takes back what was staged last; false if nothing is staged. */
  const unstageLast = (): boolean => {
    const step = staging.takeBack();
    if (step === null) return false;
    const back = () => staging.putBack(step);
    redoable.current.push(back);
    const message = t('{count, plural, one {# unsaved cell} other {# unsaved cells}} taken back.', {
      count: step.length,
    });
    notifySuccess(message, {
      label: t('Put back'),
      run: () => {
        redoable.current = redoable.current.filter((one) => one !== back);
        back();
      },
    });
    return true;
  };

  return {
    /** Makes undoing wait for work. */
    track: <Result>(work: Promise<Result>): Promise<Result> => {
      const all = pending.current;
      all.add(work);
      const forget = () => all.delete(work);
      work.then(forget, forget);
      return work;
    },
    /** Returns the button that undoes saved values. */
    undoOf: (saved: SavedChanges) => undoable(() => revertSaved(saved)),
    /** Takes back what is staged, step by step; if nothing is, what was saved last. */
    undo: async () => {
      await finish();
      if (!unstageLast()) await undo();
    },
    /** Puts back what was undone last: what was saved before what was staged. */
    redo: async () => {
      await finish();
      if (await redoSaved()) return;
      const back = redoable.current.pop();
      if (back === undefined) return notifyInfo(t('Nothing to redo.'));
      back();
    },
    endRedo: () => {
      redoable.current = [];
      forgetUndone();
    },
  };
}

export type EditHistory = ReturnType<typeof useEditHistory>;
