import { foldKey } from '../../../kernel/codes.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { PatternContext } from '../columns/expand-mapping.ts';
import { FILE_FORMATS, type FileResource } from '../columns/file-format.ts';
import type { FileOptions } from '../columns/file-options.ts';
import { columnFinder } from '../columns/find-column.ts';
import { type ColumnMapping, namesRead } from '../columns/map-columns.ts';
import { ROWS_COLUMN } from '../columns/plan-columns.ts';
import { resolveColumn } from '../columns/resolve-column.ts';
import type { RowCells } from '../source-row.ts';
import { createScopeReader } from './read-scope.ts';
import { createScopeColumns, type ScopeColumn } from './scope-columns.ts';
import { inScope, type ScopedEntry, scopedEntriesOf, scopesOf } from './scope-entries.ts';

/** Columns of rows that give one object in several locales or channels. */
export interface ScopePlan {
  /** The columns of the file, then those of each scope: `Title (de_DE)`. */
  readonly columns: readonly string[];
  /** Name of the column of the file by the name of each column of a scope. */
  readonly fileColumns: ReadonlyMap<string, string>;
  readonly mapping: readonly ColumnMapping[];
  /** Position of the column with the rows of the file. */
  readonly rowsPosition: number;
  /** True for each column of the file whose last filled cell the merged row has. */
  readonly hasOwnCell: readonly boolean[];
  /** Returns the scope that a row names; null for a row that needs none. */
  scopeOf(row: RowCells): { readonly name: string } | { readonly problem: FieldProblem } | null;
  /** Returns the texts by which rows are about one object; empty if it names none. */
  keyOf(row: RowCells): string;
  /** Returns the text of the group of a row; empty for that of the row above. */
  groupOf(row: RowCells): string;
  /** Returns the columns that have cells of a row in a scope. */
  columnsOf(scope: string): readonly ScopeColumn[];
}

/**
 * Plans the columns for a column of locales, of channels, or both; null if the file has neither.
 *
 * @throws ValidationFailed `import-file-invalid` for more columns than rows can have
 */
export function planScopes(
  fileColumns: readonly string[],
  mapping: readonly ColumnMapping[],
  options: Pick<FileOptions, 'localeColumn' | 'channelColumn' | 'groupColumn' | 'singleWhen'>,
  resource: FileResource,
  context: PatternContext,
): ScopePlan | null {
  const positionOf = columnFinder(fileColumns);
  const positionOfOption = (name: string | null) => (name === null ? -1 : positionOf(name));
  const localePosition = positionOfOption(options.localeColumn);
  const channelPosition = positionOfOption(options.channelColumn);
  if (localePosition === -1 && channelPosition === -1) return null;
  const scopes = scopesOf(localePosition !== -1, channelPosition !== -1, context);
  const added = createScopeColumns(fileColumns);
  const entriesByPosition = Map.groupBy(mapping, ({ column }) => positionOf(column));
  const scoped = new Map<ColumnMapping, readonly ScopedEntry[]>();
  const scopedPositions = new Set<number>();
  for (const [position, column] of fileColumns.entries()) {
    if (position === localePosition || position === channelPosition || column === '') continue;
    for (const entry of entriesByPosition.get(position) ?? [{ column }]) {
      const scopedEntries = scopedEntriesOf(entry, scopes, resource, context);
      if (scopedEntries.length === 0) continue;
      scoped.set(entry, scopedEntries);
      scopedPositions.add(position);
    }
  }
  const entries: ColumnMapping[] = [];
  for (const [entry, scopedEntries] of scoped)
    for (const { label, target, scopes: names } of scopedEntries) {
      const column = added.add(positionOf(entry.column), label, names, false);
      const columnIn = (name: string) => {
        const position = positionOf(name);
        return position === -1 ? name : added.add(position, label, names, !scopedPositions.has(position));
      };
      entries.push({ ...inScope(entry, columnIn), column, target });
    }
  const rest = mapping.filter((entry) => !scoped.has(entry));
  const restNames = [options.groupColumn, options.singleWhen?.column ?? null, ...rest.flatMap(namesRead)];
  const restPositions = new Set([
    ...restNames.map(positionOfOption),
    ...rest.flatMap(({ column, target }) => (target === null ? [] : [positionOf(column)])),
  ]);
  const mapped = new Set(entries.map(({ column }) => column));
  const ignored = [
    ...[localePosition, channelPosition, ...scopedPositions].flatMap(
      (position) => fileColumns[position] ?? [],
    ),
    ...[...added.fileColumns.keys()].filter((column) => !mapped.has(column)),
  ];
  const rowsPosition = added.positionOf(ROWS_COLUMN);
  const groupPosition = positionOfOption(options.groupColumn);
  const allKeys = keyPositions(fileColumns, entriesByPosition, resource, context);
  const ownKeys = allKeys.filter((position) => position !== groupPosition);
  const keys = ownKeys.length === 0 ? allKeys : ownKeys;
  return {
    columns: added.columns,
    fileColumns: added.fileColumns,
    mapping: [...rest, ...entries, ...ignored.map((column) => ({ column, target: null }))],
    rowsPosition,
    hasOwnCell: fileColumns.map(
      (_, position) => !scopedPositions.has(position) || restPositions.has(position),
    ),
    scopeOf: createScopeReader(
      fileColumns,
      { localePosition, channelPosition, scopedPositions, mergedPositions: added.mergedPositions },
      context,
    ),
    keyOf: (row) =>
      keys
        .map((position) => foldKey((row[position] ?? '').trim()))
        .join('\n')
        .trim(),
    groupOf: (row) => (row[groupPosition] ?? '').trim(),
    columnsOf: added.columnsOf,
  };
}

/** Returns the positions of the columns whose texts say which object a row is about. */
function keyPositions(
  columns: readonly string[],
  entriesByPosition: ReadonlyMap<number, readonly ColumnMapping[]>,
  resource: FileResource,
  context: PatternContext,
): readonly number[] {
  const { key, otherKey } = FILE_FORMATS[resource];
  return columns.flatMap((column, position) => {
    const own = entriesByPosition.get(position) ?? [{ column }];
    const isKey = own.some(({ target }) => {
      const resolved = target === null ? null : resolveColumn(target ?? column, resource, context);
      return (
        resolved !== null &&
        !('reason' in resolved) &&
        resolved.kind === 'field' &&
        [...key, otherKey].includes(resolved.field)
      );
    });
    return isKey ? [position] : [];
  });
}
