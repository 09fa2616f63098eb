/** The products that an action is for: ticked ones, or all that the search finds. */
export interface Ticks {
  /** True if the action is for all that the search finds, with the rows that are not loaded. */
  readonly isAll: boolean;
  /** The ticked ids; empty with `isAll`. */
  readonly ids: ReadonlySet<string>;
}

export const NO_TICKS: Ticks = { isAll: false, ids: new Set() };
export const ALL_TICKS: Ticks = { isAll: true, ids: new Set() };

export const isTicked = ({ isAll, ids }: Ticks, id: string): boolean => isAll || ids.has(id);

/**
 * Returns the ticks after rows were ticked, or no longer.
 *
 * @param loaded rows that stay ticked when one of all is no longer ticked
 */
export function tick(ticks: Ticks, rows: readonly string[], isOn: boolean, loaded: readonly string[]): Ticks {
  if (ticks.isAll && isOn) return ticks;
  const ids = new Set(ticks.isAll ? loaded : ticks.ids);
  for (const id of rows) {
    if (isOn) ids.add(id);
    else ids.delete(id);
  }
  return { isAll: false, ids };
}

export const countTicked = ({ isAll, ids }: Ticks, found: number): number => (isAll ? found : ids.size);

export function tickedOf(ticks: Ticks, loaded: readonly string[]): 'none' | 'some' | 'all' {
  const count = loaded.filter((id) => isTicked(ticks, id)).length;
  return count === 0 ? 'none' : count === loaded.length ? 'all' : 'some';
}
