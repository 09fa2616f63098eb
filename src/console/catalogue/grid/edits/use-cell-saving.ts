import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { refetchAccess } from '../../../api/workspace.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import type { GridColumn } from '../../columns/grid-column.ts';
import type { RowVariables } from '../../search/grid-documents.ts';
import type { GridRow, GridSource, VisibilityLoss } from '../grid-source.ts';
import { saveCells } from './save-cells.ts';
import { markRejected, type StagedCell, unstage } from './staged-cells.ts';
import type { EditHistory } from './use-edit-history.ts';
import type { ShownRows } from './use-shown-rows.ts';
import type { Staging } from './use-staging.ts';

/** Returns what saves staged cells; those that fail for want of a connection are saved as soon as there is one. */
export function useCellSaving<Row extends GridRow>(
  source: GridSource<Row>,
  variables: RowVariables,
  staging: Staging,
  rows: ShownRows<Row>,
  { track, undoOf }: EditHistory,
) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  /** Cells that were to be saved when there was no connection. */
  const unsent = useRef<readonly StagedCell[]>([]);

  const saveNow = async (cells: readonly StagedCell[]) => {
    const changed: Row[] = [];
    try {
      const [first] = cells;
      const isEmptied = cells.length === 1 && first?.text === '';
      const leaving = (isEmptied ? await source.findVisibilityLosses?.(cells) : null) ?? [];
      const report = await saveCells(source, cells, variables, (saved, done) => {
        rows.show(saved);
        changed.push(...saved);
        if (cells.length > 1) setProgress({ done, total: cells.length });
      });
      const { saved, refused, requestIds } = report;
      staging.change((before) => markRejected(unstage(before, saved), refused));
      // An attribute or an option may have been deleted.
      if (refused.length > 0) void queryClient.invalidateQueries({ queryKey: ['grid model'] });
      const undo = requestIds.length === 0 ? undefined : undoOf({ requestIds, count: saved.length });
      if (saved.length > 0) notifySuccess(savedMessage(saved, leaving), undo);
      return refused.length === 0;
    } catch (error) {
      // The typed text stays where it is, and can be saved again.
      if (error instanceof ApiError && error.code === 'network')
        unsent.current = [...unsent.current, ...cells];
      notifyError(error);
      void refetchAccess(queryClient, error);
      return false;
    } finally {
      setProgress(null);
      rows.refresh(changed);
    }
  };
  /** Saves cells; returns true if all of them were saved. */
  const save = (cells: readonly StagedCell[]) => track(saveNow(cells));

  useEffect(() => {
    const saveUnsent = () => {
      const waiting = unsent.current.filter(staging.has);
      unsent.current = [];
      if (waiting.length > 0) void save(waiting);
    };
    addEventListener('online', saveUnsent);
    return () => removeEventListener('online', saveUnsent);
  });

  return { save, progress, isUnsent: (cell: StagedCell) => unsent.current.includes(cell) };
}

/** Returns a column by its title, and by its currency, or by its channel and locale, where it has them. */
const nameOf = ({ title, hint }: GridColumn) => (hint === undefined ? title : `${title} ${hint}`);

function savedMessage(saved: readonly StagedCell[], leaving: readonly VisibilityLoss[]): string {
  const [first] = saved;
  const message =
    saved.length === 1 && first !== undefined
      ? t('{column} of {sku} saved.', { column: nameOf(first.column), sku: first.code })
      : t('{count, plural, one {# cell} other {# cells}} saved.', { count: saved.length });
  const consequences = leaving.map(({ places }) =>
    t('No longer live in {places}.', { places: formatList(places) }),
  );
  return [message, ...consequences].join(' ');
}
