import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest } from '../../../kernel/suggestion.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import type { FileOptions } from '../columns/file-options.ts';
import { columnFinder } from '../columns/find-column.ts';
import { type ColumnMapping, namesRead } from '../columns/map-columns.ts';

/** Settings of a profile that name columns. */
type NamingOptions = Pick<
  FileOptions,
  'fillDown' | 'localeColumn' | 'channelColumn' | 'groupColumn' | 'variantColumns' | 'singleWhen'
>;

interface NamedColumn {
  readonly column: string;
  /** The setting that names it. */
  readonly setting: string;
  readonly isInList: boolean;
}

/** Returns the columns that the options and the conditions and steps of a mapping name. */
function columnsInSettings(
  mapping: readonly ColumnMapping[],
  options: NamingOptions,
): readonly NamedColumn[] {
  const { singleWhen, fillDown, variantColumns, localeColumn, channelColumn, groupColumn } = options;
  const namingOptions = { localeColumn, channelColumn, groupColumn, fillDown, variantColumns, singleWhen };
  return [
    ...Object.entries(namingOptions).flatMap(([option, value]) => {
      const names =
        value === null
          ? []
          : typeof value === 'string'
            ? [value]
            : 'column' in value
              ? [value.column]
              : value;
      return names.map((column) => ({ column, setting: snakeCase(option), isInList: Array.isArray(value) }));
    }),
    ...mapping.flatMap((entry) =>
      entry.target === null
        ? []
        : namesRead(entry).map((column) => ({ column, setting: 'mapping', isInList: false })),
    ),
  ];
}

/** Returns all names of columns in a profile. */
export const namesInProfile = (
  mapping: readonly ColumnMapping[],
  options: NamingOptions,
): readonly string[] => [
  ...mapping.map(({ column }) => column),
  ...columnsInSettings(mapping, options).map(({ column }) => column),
];

/**
 * Returns a warning for each name in the settings of a profile that no column of a file has. Lists and entries may name
 * columns that only some files have: a list is at fault where the file has a similar column that nothing names.
 */
export function warnOfMissing(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  options: NamingOptions,
): readonly FieldProblem[] {
  const positionOf = columnFinder(columns);
  const usable = mapping.filter(
    ({ column, transform = [] }) => transform.length > 0 || positionOf(column) !== -1,
  );
  const namedPositions = new Set(namesInProfile(mapping, options).map(positionOf));
  const others = columns.filter((_, position) => !namedPositions.has(position));
  const problems = new Map<string, FieldProblem>();
  for (const { column, setting, isInList } of columnsInSettings(usable, options)) {
    if (positionOf(column) !== -1 || problems.has(column)) continue;
    const suggestions = suggest(column, isInList ? others : columns);
    if (isInList && suggestions.length === 0) continue;
    const message = localized('column-of-setting-missing', { column, setting });
    problems.set(column, fieldProblem('unknown-column', ['columns', column], message, { suggestions }));
  }
  return [...problems.values()];
}
