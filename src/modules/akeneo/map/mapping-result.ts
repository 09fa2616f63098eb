import type { KeyedPatch } from '../../../platform/resource/resource-operations.ts';

/** One piece of configuration to write, and the row it comes from. */
export interface MappedRow {
  readonly row: number;
  readonly patch: KeyedPatch;
}

/** Column of each field of a resource, by the path of the field: `{ sortOrder: 'sort_order' }`. */
export type ColumnsByField = Readonly<Record<string, string>>;

/**
 * Returns the column behind a path of a rejected patch: the longest beginning of the path that has one. Labels stand in
 * one column per locale.
 */
export function columnOf(path: readonly string[], columns: ColumnsByField): string | null {
  const [field, locale] = path;
  if (field === 'labels' && locale !== undefined) return `label-${locale}`;
  if (field === 'guidelines' && locale !== undefined) return `guidelines-${locale}`;
  for (let length = path.length; length > 0; length -= 1) {
    const column = columns[path.slice(0, length).join('.')];
    if (column !== undefined) return column;
  }
  return null;
}
