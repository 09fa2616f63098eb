import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Failure, isSignedOut, messageOf } from '../../../api/failure.ts';
import { recheckAccess } from '../../../api/workspace.ts';
import { undoSaved } from '../../../catalogue/undo/undo-saved.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../language/t.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { showToast } from '../../../ui/messages/toasts.tsx';
import { findRefusal, publish as setPublished } from '../header/set-status.ts';
import { type DraftValue, keyOf, type Remark } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { useDraft } from './form-context.ts';
import { checkDraft, saveDraft } from './save-draft.ts';
import { focusFirstRefused } from './use-form-keys.ts';

/** Pause in typing, in milliseconds, after which the draft is checked. */
const PAUSE_MS = 700;

/** Says how many values are left after a save, and what to do. */
function tellLeft(remarks: ReadonlyMap<string, Remark>): void {
  const refused = [...remarks.values()].filter(({ reason }) => reason !== undefined).length;
  const [title, message] =
    refused > 0
      ? [
          t('{count, plural, one {# value was} other {# values were}} refused', { count: refused }),
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

/**
 * Checks and saves the typed values of a product, publishes it, and undoes saved changes.
 *
 * @param onNotPublished shows the reasons
 */
export function useSave(id: string, sku: string, store: DraftStore, onNotPublished: () => void) {
  const queryClient = useQueryClient();
  const draft = useDraft(store);
  const [isSaving, setIsSaving] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [comment, setComment] = useState('');
  const { undoable, undo, redo } = useUndo();
  const remaining = useRef<Remaining>(null);

  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    void queryClient.invalidateQueries({ queryKey: ['product facets'] });
    void queryClient.invalidateQueries({ queryKey: ['revisions', sku] });
    return queryClient.invalidateQueries({ queryKey: ['product'] });
  };
  const fail = async (error: unknown, title: string) => {
    showToast({ tone: 'error', title, message: messageOf(error) });
    // The typed values are stored: after signing in, the page opens with them.
    await recheckAccess(queryClient, error);
    if (!isSignedOut(error)) await refresh();
  };
  const told = (message: string, requestId: string | null, count: number) =>
    notifySuccess(
      message,
      requestId === null ? undefined : undoable(() => undoSaved({ requestIds: [requestId], count })),
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
      const { saved, done, remarks, requestId } = await saveDraft(id, values, comment);
      // The fields show what is saved before the draft is forgotten.
      if (saved.length + done.length > 0) await refresh();
      store.settle([...saved, ...done]);
      store.note(remarks);
      const met = values.filter((one) => remarks.get(keyOf(one))?.met !== undefined);
      if (met.length > 0) remaining.current = { until: 'chosen', values: met };
      if (saved.length > 0) {
        setComment('');
        told(
          t('{count, plural, one {# change} other {# changes}} saved.', { count: saved.length }),
          requestId,
          saved.length,
        );
      }
      if (remarks.size > 0) {
        tellLeft(remarks);
        // The reasons are in the fields after these are drawn again.
        requestAnimationFrame(focusFirstRefused);
      }
      return remarks.size === 0;
    } catch (error) {
      if (error instanceof Failure && error.code === 'network')
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
  const isChecking = useDraftCheck(id, draft, store, reconnections);

  const publish = async () => {
    if (!(await save())) return;
    try {
      const refusal = await findRefusal(id, 'PUBLISHED');
      if (refusal !== null) {
        onNotPublished();
        return showToast({ tone: 'error', title: t('The product was not published'), message: refusal });
      }
      told(t('Published.'), await setPublished(id), 1);
      await refresh();
    } catch (error) {
      await fail(error, t('The product was not published'));
    }
  };

  return {
    isChecking,
    isSaving,
    attempt,
    comment,
    setComment,
    save,
    publish,
    undo,
    redo,
    discard: () => discardAll(store),
  };
}

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
      const same = waiting.filter((one) => store.values().get(keyOf(one)) === one);
      if (same.length > 0) void save(same);
      else setReconnections((count) => count + 1);
    };
    addEventListener('online', saveAgain);
    return () => removeEventListener('online', saveAgain);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice changes the draft
  useEffect(() => {
    if (remaining.current?.until !== 'chosen') return;
    const now = remaining.current.values.map((earlier) => ({ earlier, one: draft.get(keyOf(earlier)) }));
    // Choosing a value makes the other one its base; typing does not.
    if (now.some(({ earlier, one }) => one !== undefined && one.base === earlier.base)) return;
    remaining.current = null;
    const chosen = now.flatMap(({ one }) => one ?? []);
    if (chosen.length > 0) void save(chosen);
  }, [draft]);
  return reconnections;
}

/** Checks the typed values after a pause in typing; returns true meanwhile. */
function useDraftCheck(
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
        const remarks = await checkDraft(id, [...draft.values()]);
        if (!isOver) store.note(remarks);
      } catch {
        // Saving reports the errors.
      } finally {
        setIsChecking(false);
      }
    }, PAUSE_MS);
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
