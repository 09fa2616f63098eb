import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { type FileResource, isTableRow, resolveColumn } from '../../file-formats/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { PlannedRow, RowPlanner } from '../rows/plan-rows.ts';

/** One change of an object, and what the file has for it. */
export interface PreviewedChange extends CellChange {
  /** Text of its cells in the file, up to 200 characters each; null if it comes from no column. */
  readonly text: string | null;
}

/** Adds to changes of rows the texts that they are read from. */
export function createChangeReader(
  planner: RowPlanner,
  resource: FileResource,
  structure: CatalogueStructure,
): (row: PlannedRow, changes: readonly CellChange[]) => readonly PreviewedChange[] {
  const columns = new Map<string, string[]>();
  for (const column of planner.columns) {
    for (const target of planner.targetsOf(column)) {
      const resolvedColumn = resolveColumn(target, resource, structure);
      if ('reason' in resolvedColumn || resolvedColumn.kind === 'links') continue;
      const key =
        resolvedColumn.kind === 'field'
          ? keyOf({ path: resolvedColumn.field, channel: null, locale: null })
          : keyOf({ ...resolvedColumn, path: `values.${resolvedColumn.attribute}` });
      const others = columns.get(key) ?? [];
      // Amount and unit may come from the same column.
      if (!others.includes(column)) columns.set(key, [...others, column]);
    }
  }
  return ({ source }, changes) =>
    changes.map((change) => {
      const texts = (columns.get(keyOf(change)) ?? [])
        .map((column) => (isTableRow(source) ? planner.cellsOf(source, column).text : ''))
        .filter((text) => text !== '');
      return { ...change, text: texts.length === 0 ? null : texts.join(' ') };
    });
}

const keyOf = ({ path, channel, locale }: Pick<CellChange, 'path' | 'channel' | 'locale'>): string =>
  [path, channel ?? '', locale ?? ''].map(foldKey).join('|');
