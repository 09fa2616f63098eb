import { expandMapping, type PatternContext } from '../columns/expand-mapping.ts';
import type { FileResource } from '../columns/file-format.ts';
import type { FileOptions } from '../columns/file-options.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';
import type { RowResume, SourceRow } from '../source-row.ts';
import { fillDown } from './fill-down.ts';
import { planGroups } from './group-plan.ts';
import { mergeScopes } from './merge-scopes.ts';
import { planScopes } from './scope-plan.ts';
import { splitGroups } from './split-groups.ts';

/** Position at which the rows of a file are read. */
export interface ShapePosition {
  readonly byte: number;
  readonly row: number;
  readonly resume?: Pick<RowResume, 'carried' | 'skip'> | undefined;
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
  const positions = options.fillDown.flatMap((name) => {
    const position = fileColumns.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
    return position === -1 ? [] : [position];
  });
  const scopes = planScopes(fileColumns, expanded, options, resource, context);
  const mapping = scopes?.mapping ?? expanded;
  const groups = planGroups(scopes?.columns ?? fileColumns, mapping, options, resource, context);
  return {
    isPlain: positions.length === 0 && scopes === null && groups === null,
    columns: groups?.columns ?? scopes?.columns ?? fileColumns,
    mapping,
    reshape(rows, { byte, row, resume = {} }) {
      let shaped = rows;
      if (positions.length > 0) shaped = fillDown(shaped, positions, resume.carried);
      if (scopes !== null) shaped = mergeScopes(shaped, scopes);
      if (groups !== null)
        shaped = splitGroups(shaped, groups, { end: byte, row, carried: resume.carried }, resume.skip ?? 0);
      return shaped;
    },
  };
}
