import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { expandMapping, type PatternContext } from '../columns/expand-mapping.ts';
import type { FileResource } from '../columns/file-format.ts';
import type { FileOptions } from '../columns/file-options.ts';
import { columnFinder } from '../columns/find-column.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';
import { ABSENT_COLUMN, ROW_COLUMN } from '../columns/plan-columns.ts';
import type { RowResume, SourceRow } from '../source-row.ts';
import { restoreAbsent } from './failed-rows.ts';
import { fillDown } from './fill-down.ts';
import { planGroups } from './group-plan.ts';
import { mergeScopes } from './merge-scopes.ts';
import { warnOfMissing } from './named-columns.ts';
import { planScopes } from './scope-plan.ts';
import { splitGroups } from './split-groups.ts';

/** Position at which the rows of a file are read. */
export interface ShapePosition {
  readonly byte: number;
  readonly row: number;
  /** Rows before it that could not be read. */
  readonly brokenRows?: number;
  readonly resume?: Omit<RowResume, 'row'> | undefined;
}

/**
 * The stage between the rows of a file and their mapping. It works on rows as they come, whatever the format, and keeps
 * no more than the rows of one object.
 */
export interface RowShape {
  /** True if rows are handed on as the file has them. */
  readonly isPlain: boolean;
  /** The columns of the file, at their positions, and those that the stage adds. */
  readonly columns: readonly string[];
  /** Warnings of the names in the settings of the profile that the file lacks. */
  readonly warnings: readonly FieldProblem[];
  /** The mapping of these columns, without patterns. */
  readonly mapping: readonly ColumnMapping[];
  /** Returns the rows of a file from a position on in their new shape. */
  reshape(rows: AsyncGenerator<SourceRow>, from: ShapePosition): AsyncGenerator<SourceRow>;
}

/** Plans the shape of the rows of a table as the options of its profile state it. */
export function createRowShape(
  fileColumns: readonly string[],
  {
    resource,
    mapping: stated,
  }: { readonly resource: FileResource; readonly mapping: readonly ColumnMapping[] },
  options: FileOptions,
  context: PatternContext,
): RowShape {
  const expanded = expandMapping(fileColumns, stated, resource, context);
  const positionOf = columnFinder(fileColumns);
  const fillColumns = {
    positions: options.fillDown.map(positionOf).filter((position) => position !== -1),
    failedPosition: fileColumns.indexOf(ROW_COLUMN),
  };
  const scopes = planScopes(fileColumns, expanded, options, resource, context);
  const mapping = scopes?.mapping ?? expanded;
  const columnsBefore = scopes?.columns ?? fileColumns;
  const groups = planGroups(
    columnsBefore,
    scopes?.fileColumns ?? new Map(),
    mapping,
    options,
    resource,
    context,
  );
  const columns = groups?.columns ?? columnsBefore;
  const absentPosition = fileColumns.indexOf(ABSENT_COLUMN);
  return {
    isPlain:
      fillColumns.positions.length === 0 && absentPosition === -1 && scopes === null && groups === null,
    columns,
    warnings: warnOfMissing(columns, expanded, options),
    mapping,
    reshape(rows, { byte, row, brokenRows = 0, resume = {} }) {
      let shaped = rows;
      if (absentPosition !== -1) shaped = restoreAbsent(shaped, fileColumns, absentPosition);
      if (fillColumns.positions.length > 0)
        shaped = fillDown(shaped, fileColumns, fillColumns, resume.carried);
      if (scopes !== null) shaped = mergeScopes(shaped, scopes);
      if (groups !== null) {
        const { skip = 0, ...before } = resume;
        shaped = splitGroups(shaped, groups, { end: byte, brokenRows, resume: { row, ...before } }, skip);
      }
      return shaped;
    },
  };
}
