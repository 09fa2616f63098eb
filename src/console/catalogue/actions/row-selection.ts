/** The products that an action is for: ticked ones, or all that the search finds. */
export interface RowSelection {
  /** True if the action is for all that the search finds, with the rows that are not loaded. */
  readonly isAll: boolean;
  /** The ticked ids; empty with `isAll`. */
  readonly ids: ReadonlySet<string>;
}

export const NO_ROWS: RowSelection = { isAll: false, ids: new Set() };
export const ALL_ROWS: RowSelection = { isAll: true, ids: new Set() };

export const isRowSelected = ({ isAll, ids }: RowSelection, id: string): boolean => isAll || ids.has(id);

/**
 * Returns the selection after rows were ticked, or are no longer.
 *
 * @param loaded rows that stay ticked when one of all is no longer ticked
 */
export function setRowsSelected(
  selection: RowSelection,
  rows: readonly string[],
  isOn: boolean,
  loaded: readonly string[],
): RowSelection {
  if (selection.isAll && isOn) return selection;
  const ids = new Set(selection.isAll ? loaded : selection.ids);
  for (const id of rows) {
    if (isOn) ids.add(id);
    else ids.delete(id);
  }
  return { isAll: false, ids };
}

export const countSelected = ({ isAll, ids }: RowSelection, totalCount: number): number =>
  isAll ? totalCount : ids.size;

export function selectionState(selection: RowSelection, loaded: readonly string[]): 'none' | 'some' | 'all' {
  const count = loaded.filter((id) => isRowSelected(selection, id)).length;
  return count === 0 ? 'none' : count === loaded.length ? 'all' : 'some';
}
