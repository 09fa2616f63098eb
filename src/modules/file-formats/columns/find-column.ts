/**
 * Returns the lookup of the position of a column by its name in a profile; -1 for one that is missing. The exact name
 * comes first; then letter case and blanks around it do not count.
 */
export function columnFinder(columns: readonly string[]): (name: string) => number {
  const exact = new Map<string, number>();
  const folded = new Map<string, number>();
  for (const [position, name] of columns.entries()) {
    if (!exact.has(name)) exact.set(name, position);
    if (!folded.has(foldColumn(name))) folded.set(foldColumn(name), position);
  }
  return (name) => exact.get(name) ?? folded.get(foldColumn(name)) ?? -1;
}

/** Returns the name of a column as names are compared. */
export const foldColumn = (name: string): string => name.trim().toLowerCase();
