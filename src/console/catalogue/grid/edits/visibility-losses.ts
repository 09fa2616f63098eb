import { useQuery } from '@tanstack/react-query';
import type { GridRow, GridSource, VisibilityLoss } from '../grid-source.ts';
import { type StagedCell, stagedCellKey } from './staged-cells.ts';

/** Finds the rows that stop being live when staged cells are saved; only one that loses a value can become incomplete. */
export function useVisibilityLosses(
  source: Pick<GridSource<GridRow>, 'findVisibilityLosses'>,
  ready: readonly StagedCell[],
): readonly VisibilityLoss[] {
  const emptied = new Set(ready.filter(({ text }) => text === '').map(({ code }) => code));
  const cells = ready.filter(({ code }) => emptied.has(code));
  const isAsked = cells.length > 0 && source.findVisibilityLosses !== undefined;
  const { data = [] } = useQuery({
    queryKey: ['leaving', cells.map((cell) => [stagedCellKey(cell.rowId, cell.column), cell.text])],
    queryFn: async () => (await source.findVisibilityLosses?.(cells)) ?? [],
    enabled: isAsked,
  });
  return isAsked ? data : [];
}
