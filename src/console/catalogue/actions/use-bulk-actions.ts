import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadScript } from '../../api/load-script.ts';
import { t } from '../../i18n/translate.ts';
import { notifyError, notifyInfo, notifySuccess } from '../../ui/messages/notifications.ts';
import type { ChangeSelection } from '../undo/undo-changes.ts';
import { formatConflicts } from '../undo/undo-result.ts';
import { type UndoOutcome, useUndo } from '../undo/use-undo.ts';
import type { BulkChange, ChangeResult, ProductSelection } from './change-products.ts';

/** Loads the code that changes products and follows their job; it is fetched with the first change. */
const loadChanges = () => loadScript(() => import('./change-products.ts'));

/** Changes many products: shows progress and rejections, and undoes the changes. */
export function useBulkActions() {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const [refused, setRefused] = useState<ChangeResult | null>(null);

  const { undoable: undoableBy } = useUndo();
  /** Lets a change be undone by its message, or by Ctrl-Z. */
  const undoable = (selection: ChangeSelection | null) =>
    selection === null ? undefined : undoableBy(() => undo(selection));

  /**
   * Changes products and reports the result.
   *
   * @param inWords the result for a number of products, as a sentence
   * @returns null if nothing was changed because the request failed
   */
  const run = async (
    target: ProductSelection,
    change: BulkChange,
    inWords: (count: number) => string,
  ): Promise<ChangeResult | null> => {
    setRunning({ done: 0, total: target.count });
    try {
      const { changeProducts } = await loadChanges();
      const report = await changeProducts(target, change, false, (done) =>
        setRunning({ done, total: target.count }),
      );
      const { undo: selection, changed, failed } = report;
      if (changed > 0) notifySuccess(inWords(changed), undoable(selection));
      else if (failed === 0) notifyInfo(t('Nothing to change.'));
      if (failed > 0) setRefused(report);
      return report;
    } catch (error) {
      notifyError(error);
      return null;
    } finally {
      setRunning(null);
      await queryClient.invalidateQueries();
    }
  };

  /**
   * Publishes products, but asks first if some appear with values missing.
   *
   * @param onDone called when the request has been answered
   */
  const publish = async (
    target: ProductSelection,
    page: { readonly channel: string; readonly locale: string },
    onDone: () => void = () => undefined,
  ): Promise<void> => {
    try {
      const { confirmPublication } = await loadScript(() => import('./confirm-publication.tsx'));
      const inWords = (count: number) =>
        t('{count, plural, one {# product} other {# products}} published.', { count });
      await confirmPublication(target, page, () => {
        void run(target, { status: 'PUBLISHED' }, inWords).then((report) => {
          if (report !== null) onDone();
        });
      });
    } catch (error) {
      notifyError(error);
    }
  };

  /** Says how many variants a request has created, and how many models above them. */
  const created = async (
    { variants, models }: { readonly variants: number; readonly models: number },
    requestId: string | null,
  ) => {
    notifySuccess(
      models === 0
        ? t('{count, plural, one {# variant} other {# variants}} created.', { count: variants })
        : t(
            '{count, plural, one {# variant} other {# variants}} and {models, plural, one {# model} other {# models}} created.',
            { count: variants, models },
          ),
      undoable(requestId === null ? null : { requestId }),
    );
    await queryClient.invalidateQueries();
  };

  return { created, running, refused, forgetRefused: () => setRefused(null), run, publish };
}

/** Undoes a change, or makes again what was undone. */
async function undo(selection: ChangeSelection, isRedo = false): Promise<UndoOutcome> {
  const { undoChanges } = await loadScript(() => import('../undo/undo-changes.ts'));
  const { objects, kept, conflicts, by } = await undoChanges(selection);
  const conflictNote = formatConflicts(conflicts, kept);
  if (by === null) return { words: null, left: conflictNote, redo: null };
  const message = isRedo
    ? t('{count, plural, one {# product} other {# products}} redone.', { count: objects })
    : t('{count, plural, one {# product} other {# products}} undone.', { count: objects });
  return { words: message, left: conflictNote, redo: () => undo(by, !isRedo) };
}

export type BulkActions = ReturnType<typeof useBulkActions>;
