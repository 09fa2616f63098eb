import { foldKey } from '../../../kernel/codes.ts';
import { compileCondition } from '../columns/column-condition.ts';
import type { PatternContext } from '../columns/expand-mapping.ts';
import { FILE_FORMATS, type FileResource, fieldOf } from '../columns/file-format.ts';
import type { FileOptions } from '../columns/file-options.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';
import { resolveColumn } from '../columns/resolve-column.ts';

/** The column with the kind of a row that was made of a group: `model`, `variant` or `single`. Imports ignore it. */
export const RECORD_COLUMN = '_record';
export type RecordKind = 'model' | 'variant' | 'single';

/** Columns of rows that together are a model and its variants. */
export interface GroupPlan {
  /** The columns of the file and that of the kind. */
  readonly columns: readonly string[];
  readonly recordPosition: number;
  readonly groupPosition: number;
  /** True for each column whose cells belong to variants. */
  readonly isVariantColumn: readonly boolean[];
  /** True for each of these whose text makes its row a variant; filled cells may be those of the row above. */
  readonly isVariantMark: readonly boolean[];
  /** True for each column whose cells are lists, so that those of all rows of the group count together. */
  readonly isListColumn: readonly boolean[];
  readonly listSeparator: string;
  /** Returns true if the only variant of a group is a product of its own. */
  isSingle(row: readonly string[]): boolean;
}

/** Plans the rows of groups; null if the file lacks the column of groups, or its rows were made of groups already. */
export function planGroups(
  fileColumns: readonly string[],
  mapping: readonly ColumnMapping[],
  options: FileOptions,
  resource: FileResource,
  context: PatternContext,
): GroupPlan | null {
  const { fillDown, groupColumn, variantColumns, singleWhen, listSeparator } = options;
  const positionOf = (name: string) =>
    fileColumns.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
  const groupPosition = groupColumn === null ? -1 : positionOf(groupColumn);
  if (groupPosition === -1) return null;
  const columns = fileColumns.includes(RECORD_COLUMN) ? fileColumns : [...fileColumns, RECORD_COLUMN];
  const ofVariants = new Set(variantColumns.map(positionOf));
  const filledDown = new Set(fillDown.map(positionOf));
  const isMet = singleWhen === null ? () => false : compileCondition(singleWhen);
  return {
    columns,
    recordPosition: columns.indexOf(RECORD_COLUMN),
    groupPosition,
    isVariantColumn: columns.map((_, position) => ofVariants.has(position)),
    isVariantMark: columns.map((_, position) => ofVariants.has(position) && !filledDown.has(position)),
    isListColumn: columns.map((column) => isList(column, mapping, resource, context)),
    listSeparator,
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

function isList(
  column: string,
  mapping: readonly ColumnMapping[],
  resource: FileResource,
  context: PatternContext,
): boolean {
  const own = mapping.filter((entry) => foldKey(entry.column) === foldKey(column));
  const targets =
    own.length === 0 ? [column] : own.map(({ target }) => (target === undefined ? column : target));
  return targets.some((target) => {
    const resolved = target === null ? null : resolveColumn(target, resource, context);
    if (resolved === null || 'reason' in resolved) return false;
    if (resolved.kind === 'links') return true;
    if (resolved.kind === 'cell') return LISTS.has(resolved.type);
    return LISTS.has(fieldOf(FILE_FORMATS[resource], resolved.field)?.kind ?? '');
  });
}
