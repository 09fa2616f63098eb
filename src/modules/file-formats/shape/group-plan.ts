import { compileCondition } from '../columns/column-condition.ts';
import type { PatternContext } from '../columns/expand-mapping.ts';
import { FILE_FORMATS, type FileResource, fieldOf } from '../columns/file-format.ts';
import type { FileOptions } from '../columns/file-options.ts';
import { columnFinder, foldColumn } from '../columns/find-column.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';
import { RECORD_COLUMN, ROWS_COLUMN } from '../columns/plan-columns.ts';
import { resolveColumn } from '../columns/resolve-column.ts';
import { separatorOfSplit } from '../columns/transform.ts';
import type { RowCells } from '../source-row.ts';

/** The kind of a row that was made of a group, as its column has it. */
export type RecordKind = 'model' | 'variant' | 'single';

/** Columns of rows that together are a model and its variants. */
export interface GroupPlan {
  /** The columns of the file and that of the kind. */
  readonly columns: readonly string[];
  readonly recordPosition: number;
  readonly groupPosition: number;
  /** True for each column whose cells belong to variants. */
  readonly isVariantColumn: readonly boolean[];
  /** True for each column of which every variant has the cell of its own row: those of variants, and `_rows`. */
  readonly isOwnColumn: readonly boolean[];
  /** Positions of the columns whose text makes a row a variant: filled cells may be those of the row above. */
  readonly variantMarks: readonly number[];
  /** For each column whose cells are lists, so that those of all rows of the group count together, what joins them. */
  readonly listSeparators: readonly (string | null)[];
  /** Returns true if the only variant of a group is a product of its own. */
  isSingle(row: RowCells): boolean;
}

/**
 * Plans the rows of groups; null if the file lacks the column of groups.
 *
 * @param fileColumns the columns of the rows
 * @param scoped name of the column of the file for each column that holds its cells in a locale or channel
 */
export function planGroups(
  fileColumns: readonly string[],
  scoped: ReadonlyMap<string, string>,
  mapping: readonly ColumnMapping[],
  options: FileOptions,
  resource: FileResource,
  context: PatternContext,
): GroupPlan | null {
  const { fillDown, groupColumn, variantColumns, singleWhen } = options;
  const columns = fileColumns.includes(RECORD_COLUMN) ? fileColumns : [...fileColumns, RECORD_COLUMN];
  const positionOf = columnFinder(columns);
  const groupPosition = groupColumn === null ? -1 : positionOf(groupColumn);
  if (groupPosition === -1) return null;
  const ofVariants = new Set(variantColumns.map(positionOf));
  const filledDown = new Set(fillDown.map(positionOf));
  const mappingByColumn = Map.groupBy(mapping, ({ column }) => foldColumn(column));
  const isMet = singleWhen === null ? () => false : compileCondition(singleWhen);
  const rowsPosition = columns.indexOf(ROWS_COLUMN);
  // A column of a locale belongs to variants if that of the file does.
  const filePositions = columns.map((column, position) => {
    const name = scoped.get(column);
    return name === undefined ? position : positionOf(name);
  });
  const isVariantColumn = filePositions.map((position) => ofVariants.has(position));
  return {
    columns,
    recordPosition: columns.indexOf(RECORD_COLUMN),
    groupPosition,
    isVariantColumn,
    variantMarks: filePositions.flatMap((position, at) =>
      isVariantColumn[at] === true && !filledDown.has(position) ? [at] : [],
    ),
    isOwnColumn: columns.map(
      (_, position) => isVariantColumn[position] === true || position === rowsPosition,
    ),
    listSeparators: columns.map((column) => {
      const entries = mappingByColumn.get(foldColumn(column)) ?? [{ column }];
      return listSeparatorOf(column, entries, options, resource, context);
    }),
    isSingle: (row) => isMet((name) => row[positionOf(name)] ?? ''),
  };
}

const LISTS: ReadonlySet<string> = new Set([
  'multi_select',
  'media_list',
  'entity_list',
  'list',
  'set',
  'members',
]);

/** Returns what parts the entries of the cells of a column with these entries of the mapping; null for one without lists. */
function listSeparatorOf(
  column: string,
  entries: readonly ColumnMapping[],
  { listSeparator }: Pick<FileOptions, 'listSeparator'>,
  resource: FileResource,
  context: PatternContext,
): string | null {
  const ofList = entries.find(({ target }) => target !== null && isList(target ?? column, resource, context));
  if (ofList === undefined) return null;
  const split = (ofList.transform ?? []).find((step) => typeof step === 'object' && step.split !== undefined);
  return split === undefined ? listSeparator : separatorOfSplit(split, listSeparator);
}

function isList(target: string, resource: FileResource, context: PatternContext): boolean {
  const resolved = resolveColumn(target, resource, context);
  if ('reason' in resolved) return false;
  if (resolved.kind === 'links') return true;
  if (resolved.kind === 'cell') return LISTS.has(resolved.type);
  return LISTS.has(fieldOf(FILE_FORMATS[resource], resolved.field)?.kind ?? '');
}
