import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import type { RowVariables } from '../../search/grid-documents.ts';
import type { GridRow, GridSource } from '../grid-source.ts';
import { reconcileCells } from './reconcile-cells.ts';
import { readStagedCells, type StagingOwner, storeStagedCells } from './staged-cell-storage.ts';
import { markRejected, type StagedCells, stagedCellKey, unstage } from './staged-cells.ts';

/**
 * Returns the staged cells, stored in this browser with every change. Earlier ones are there again when the page is
 * opened, and are compared with the present rows.
 */
export function useStagedCells<Row extends GridRow>(
  source: GridSource<Row>,
  { userId, organizationId, view }: StagingOwner,
  schema: GridSchema,
  variables: RowVariables,
) {
  const [staged, setStaged] = useState<StagedCells>(new Map());
  const [keptCount, setKeptCount] = useState(0);
  const [isFull, setIsFull] = useState(false);
  const current = useRef<{ readonly owner: StagingOwner; readonly cells: StagedCells } | null>(null);

  const change = useCallback((toNext: (before: StagedCells) => StagedCells) => {
    const { owner, cells } = current.current ?? { owner: null, cells: new Map() };
    const next = toNext(cells);
    if (owner === null || next === cells) return;
    current.current = { owner, cells: next };
    setStaged(next);
    if (next.size === 0) setKeptCount(0);
    try {
      storeStagedCells(localStorage, owner, cells, next);
      setIsFull(false);
    } catch {
      setIsFull(true);
      notifyError(new ApiError('full', t('The browser can keep no more of what you type. Save now.')));
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: cells are read when the page or another view is opened
  useEffect(() => {
    const owner = { userId, organizationId, view };
    const missingReason = t('The attribute no longer exists. What you typed is kept in this browser.');
    const cells = readStagedCells(localStorage, owner, schema, missingReason);
    current.current = { owner, cells };
    setStaged(cells);
    setKeptCount(cells.size);
    if (cells.size === 0) return;
    reconcileCells(source, [...cells.values()], variables).then(({ done, met }) => {
      if (current.current?.owner !== owner) return;
      change((before) => {
        const same = met.filter(({ cell }) => before.get(stagedCellKey(cell.rowId, cell.column)) === cell);
        return markRejected(unstage(before, done), same);
      });
      setKeptCount((count) => Math.max(0, count - done.length));
    }, notifyError);
  }, [userId, organizationId, view]);

  return { staged, change, keptCount, isFull };
}
