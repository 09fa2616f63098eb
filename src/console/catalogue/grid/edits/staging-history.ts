import { type StagedCell, type StagedCells, stage, stagedCellKey } from './staged-cells.ts';

/** One action that staged cells: each cell, with the one that was staged before. */
export type StagingStep = readonly {
  readonly cell: StagedCell;
  readonly before: StagedCell | undefined;
}[];

export const toStagingStep = (staged: StagedCells, cells: readonly StagedCell[]): StagingStep =>
  cells.map((cell) => ({ cell, before: staged.get(stagedCellKey(cell.rowId, cell.column)) }));

/** Returns true if a cell is the same change, whatever its result. */
const isSameChange = (one: StagedCell | undefined, other: StagedCell) =>
  one !== undefined && one.text === other.text && one.value === other.value && one.version === other.version;

/** Changes of the staged cells that were taken back. */
export interface UndoneStaging {
  readonly staged: StagedCells;
  /** The steps that are left. */
  readonly steps: readonly StagingStep[];
  /** The step that was taken back, as far as it was still there. */
  readonly step: StagingStep;
}

/**
 * Takes back the last step of which something is still staged. Cells that were saved, discarded or typed over since
 * stay as they are. Cells of no step, which were stored before, are the first step of all.
 *
 * @returns null if nothing is staged
 */
export function undoStaging(staged: StagedCells, steps: readonly StagingStep[]): UndoneStaging | null {
  if (staged.size === 0) return null;
  for (let last = steps.length - 1; last >= 0; last -= 1) {
    const step = (steps[last] ?? []).flatMap(({ cell, before }) => {
      const now = staged.get(stagedCellKey(cell.rowId, cell.column));
      return now !== undefined && isSameChange(now, cell) ? [{ cell: now, before }] : [];
    });
    if (step.length > 0) return { staged: removeStep(staged, step), steps: steps.slice(0, last), step };
  }
  const revertedCells = [...staged.values()].map((cell) => ({ cell, before: undefined }));
  return { staged: new Map(), steps: [], step: revertedCells };
}

function removeStep(staged: StagedCells, step: StagingStep): StagedCells {
  const next = new Map(staged);
  for (const { cell, before } of step) {
    const key = stagedCellKey(cell.rowId, cell.column);
    if (before === undefined) next.delete(key);
    else next.set(key, before);
  }
  return next;
}

/** Stages a step again that was taken back. */
export const redoStaging = (staged: StagedCells, step: StagingStep): StagedCells =>
  stage(
    staged,
    step.map(({ cell }) => cell),
  );
