import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage, isSignedOut } from '../../api/api-error.ts';
import { refetchAccess } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { showToast } from '../../ui/messages/toasts.tsx';
import { revertSaved } from '../undo/revert-saved.ts';
import { useUndo } from '../undo/use-undo.ts';
import { type DraftValue, type ValueIssue, valueKey } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { useDraft } from './form-context.ts';
import type { FormSource } from './form-source.ts';
import { checkDraft, saveDraft } from './save-draft.ts';
import { focusFirstInvalid } from './use-form-shortcuts.ts';

/** Pause in typing, in milliseconds, after which the draft is checked. */
const DEBOUNCE_MS = 700;

/** Says how many values are left after a save, and what to do. */
function notifyUnsaved(remarks: ReadonlyMap<string, ValueIssue>): void {
  const rejectedCount = [...remarks.values()].filter(({ reason }) => reason !== undefined).length;
  const [title, message] =
    rejectedCount > 0
      ? [
          t('{count, plural, one {# value was} other {# values were}} refused', { count: rejectedCount }),
          t('Correct the marked fields, then save again.'),
        ]
      : [
          t('{count, plural, one {# value was} other {# values were}} changed by others', {
            count: remarks.size,
          }),
          t('Choose a value in the marked fields.'),
        ];
  showToast({ tone: 'error', title, message });
}

/** Checks and saves the typed values of an object, and undoes saved changes. */
export function useSaveDraft(source: FormSource, id: string, store: DraftStore) {
  const queryClient = useQueryClient();
  const draft = useDraft(store);
  const [isSaving, setIsSaving] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [comment, setComment] = useState('');
  const { undoable, undo, redo } = useUndo();
  const remaining = useRef<Remaining>(null);

  const refresh = () => source.refresh(queryClient);
  const fail = async (error: unknown, title: string) => {
    showToast({ tone: 'error', title, message: errorMessage(error) });
    // The typed values are stored: after signing in, the page opens with them.
    await refetchAccess(queryClient, error);
    if (!isSignedOut(error)) await refresh();
  };
  const notifySaved = (message: string, requestId: string | null, count: number) =>
    notifySuccess(
      message,
      requestId === null ? undefined : undoable(() => revertSaved({ requestIds: [requestId], count })),
    );

  /**
   * Saves values.
   *
   * @returns true if nothing is left to save
   */
  const save = async (values: readonly DraftValue[] = [...store.values().values()]): Promise<boolean> => {
    remaining.current = null;
    setAttempt((count) => count + 1);
    if (values.length === 0 || isSaving) return values.length === 0;
    setIsSaving(true);
    try {
      const { saved, done, remarks, requestId } = await saveDraft(source, id, values, comment);
      const hasConflict = [...remarks.values()].some(({ met }) => met !== undefined);
      // The fields show what is saved before the draft is forgotten, and what others saved once it is taken.
      if (saved.length + done.length > 0 || hasConflict) await refresh();
      store.settle([...saved, ...done]);
      store.note(remarks);
      const conflictingValues = values.filter((one) => remarks.get(valueKey(one))?.met !== undefined);
      if (conflictingValues.length > 0) remaining.current = { until: 'chosen', values: conflictingValues };
      if (saved.length > 0) {
        setComment('');
        notifySaved(
          t('{count, plural, one {# change} other {# changes}} saved.', { count: saved.length }),
          requestId,
          saved.length,
        );
      }
      if (remarks.size > 0) {
        notifyUnsaved(remarks);
        // The reasons are in the fields after these are drawn again.
        requestAnimationFrame(focusFirstInvalid);
      }
      return remarks.size === 0;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'network')
        remaining.current = { until: 'connected', values };
      // The page does not wait for this: while a server is away, requests are tried several times, and saving is
      // possible.
      void fail(error, t('Nothing was saved'));
      return false;
    } finally {
      setIsSaving(false);
    }
  };

  const reconnections = useRemaining(remaining, draft, store, save);
  const isChecking = useDraftCheck(source, id, draft, store, reconnections);

  return {
    isChecking,
    isSaving,
    attempt,
    comment,
    setComment,
    save,
    /** Reports what failed, and loads again what is shown. */
    fail,
    /** Reports what was saved, with its undo. */
    notifySaved,
    refresh,
    undo,
    redo,
    discard: () => discardAll(store),
  };
}

export type DraftSaving = ReturnType<typeof useSaveDraft>;

/** Values that a save left: until there is a connection, or until somebody has chosen between values. */
type Remaining = {
  readonly until: 'connected' | 'chosen';
  readonly values: readonly DraftValue[];
} | null;

/**
 * Saves what an earlier save left, as soon as it can be saved.
 *
 * @returns the number of reconnections after which nothing was to be saved
 */
function useRemaining(
  remaining: RefObject<Remaining>,
  draft: ReadonlyMap<string, DraftValue>,
  store: DraftStore,
  save: (values: readonly DraftValue[]) => Promise<boolean>,
): number {
  const [reconnections, setReconnections] = useState(0);
  useEffect(() => {
    const saveAgain = () => {
      const waiting = remaining.current?.until === 'connected' ? remaining.current.values : [];
      const same = waiting.filter((one) => store.values().get(valueKey(one)) === one);
      if (same.length > 0) void save(same);
      else setReconnections((count) => count + 1);
    };
    addEventListener('online', saveAgain);
    return () => removeEventListener('online', saveAgain);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice changes the draft
  useEffect(() => {
    if (remaining.current?.until !== 'chosen') return;
    const now = remaining.current.values.map((earlier) => ({ earlier, one: draft.get(valueKey(earlier)) }));
    // Choosing a value makes the other one its base; typing does not.
    if (now.some(({ earlier, one }) => one !== undefined && one.base === earlier.base)) return;
    remaining.current = null;
    const remainingFields = now.flatMap(({ one }) => one ?? []);
    if (remainingFields.length > 0) void save(remainingFields);
  }, [draft]);
  return reconnections;
}

/** Checks the typed values after a pause in typing; returns true meanwhile. */
function useDraftCheck(
  source: FormSource,
  id: string,
  draft: ReadonlyMap<string, DraftValue>,
  store: DraftStore,
  reconnections: number,
): boolean {
  const [isChecking, setIsChecking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection others may have changed the same
  useEffect(() => {
    if (draft.size === 0) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      setIsChecking(true);
      try {
        const remarks = await checkDraft(source, id, [...draft.values()]);
        if (!isOver) store.note(remarks);
      } catch {
        // Saving reports the errors.
      } finally {
        setIsChecking(false);
      }
    }, DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [draft, id, store, reconnections]);
  return isChecking;
}

/** Discards all typed values; the message puts them back. */
function discardAll(store: DraftStore): void {
  const values = [...store.values().values()];
  store.remove(values);
  notifySuccess(t('{count, plural, one {# change} other {# changes}} discarded.', { count: values.length }), {
    label: t('Undo'),
    run: () => store.put(values),
  });
}
