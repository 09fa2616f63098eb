import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import type { RowVariables } from '../../search/grid-documents.ts';
import type { GridRow, GridSource } from '../grid-source.ts';
import { checkCells } from './save-cells.ts';
import type { StagingOwner } from './staged-cell-storage.ts';
import { markRejected, type StagedCell, stage, stagedCellKey } from './staged-cells.ts';
import { redoStaging, type StagingStep, toStagingStep, undoStaging } from './staging-history.ts';
import { useStagedCells } from './use-staged-cells.ts';

/** Returns the staged cells, step by step. */
export function useStaging<Row extends GridRow>(
  source: GridSource<Row>,
  owner: StagingOwner,
  schema: GridSchema,
  variables: RowVariables,
) {
  const { staged, change, keptCount, isFull } = useStagedCells(source, owner, schema, variables);
  const [checking, setChecking] = useState(0);
  /** Staged steps, oldest first. */
  const steps = useRef<readonly StagingStep[]>([]);

  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      !window.confirm(t('Leave without saving? Your changes are lost.')),
    disabled: staged.size === 0 || !isFull,
  });

  return {
    staged,
    change,
    keptCount,
    isChecking: checking > 0,
    /** Returns true if a cell is staged, and was not typed over since. */
    has: (cell: StagedCell) => staged.get(stagedCellKey(cell.rowId, cell.column)) === cell,
    /** Stages cells as one step. */
    add: (cells: readonly StagedCell[]) =>
      change((before) => {
        steps.current = [...steps.current, toStagingStep(before, cells)];
        return stage(before, cells);
      }),
    /** Takes back the last step; null if nothing is staged. */
    takeBack: (): StagingStep | null => {
      let step: StagingStep | null = null;
      change((before) => {
        const result = undoStaging(before, steps.current);
        if (result === null) return before;
        ({ step, steps: steps.current } = result);
        return result.staged;
      });
      return step;
    },
    putBack: (step: StagingStep) =>
      change((before) => {
        steps.current = [...steps.current, step];
        return redoStaging(before, step);
      }),
    /** Asks the API which staged cells it would reject. */
    check: async (cells: readonly StagedCell[]) => {
      setChecking((count) => count + 1);
      try {
        const rejections = await checkCells(
          source,
          cells.filter(({ reason }) => reason === null),
        );
        // Cells that were taken back meanwhile stay so.
        change((before) =>
          markRejected(
            before,
            rejections.filter(({ cell }) => before.get(stagedCellKey(cell.rowId, cell.column)) === cell),
          ),
        );
      } catch (error) {
        notifyError(error);
      } finally {
        setChecking((count) => count - 1);
      }
    },
  };
}

export type Staging = ReturnType<typeof useStaging>;
