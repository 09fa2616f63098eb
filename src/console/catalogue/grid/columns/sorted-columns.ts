import type { SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import { parseSort } from '../../search/sort.ts';

/**
 * Returns columns with their direction and position in an order.
 *
 * @param sortOf returns the sort key of a column; undefined where it is not sorted by
 */
export function sortedColumns(
  columns: readonly SheetColumn[],
  sort: string,
  sortOf: (column: string) => string | undefined,
): readonly SheetColumn[] {
  const keys = parseSort(sort);
  return columns.map((column): SheetColumn => {
    const by = sortOf(column.key);
    const index = keys.findIndex((key) => key.by === by);
    const key = keys[index];
    if (key === undefined) return column;
    const direction = key.isDescending ? 'descending' : 'ascending';
    return { ...column, sorted: { direction, place: keys.length === 1 ? null : index + 1 } };
  });
}
