import { kindOf } from '../columns/file-format.ts';
import type { FileOptions } from '../columns/file-options.ts';
import type { ColumnMapping, MappedColumns } from '../columns/map-columns.ts';
import type { ColumnPlan } from '../columns/plan-columns.ts';
import { decimalSeparatorOf } from '../columns/transform.ts';
import type { CellHint } from './read-cell.ts';

const TEXT: CellHint = { kind: 'text', decimalSeparator: '.' };

/**
 * Returns the hint for the cells of each column of a file, by its position: the type of the attribute or property that
 * it fills.
 */
export function columnHints(
  columns: readonly string[],
  { sourcesOf }: Pick<MappedColumns, 'sourcesOf'>,
  plan: ColumnPlan,
  mapping: readonly ColumnMapping[],
  options: Pick<FileOptions, 'decimalSeparator'>,
): (position: number) => CellHint {
  const positions = new Map(columns.map((name, position) => [name, position]));
  const kinds = new Map<number, CellHint['kind']>();
  const note = (index: number, kind: CellHint['kind']) => {
    for (const source of index === -1 ? [] : sourcesOf(index)) {
      const position = positions.get(source);
      // A column that fills several things is read as what any of them is besides a text.
      if (position !== undefined && (kinds.get(position) ?? 'text') === 'text') kinds.set(position, kind);
    }
  };
  for (const { target, value, prices } of plan.cells) {
    const { type } = target;
    if (type === 'date' || type === 'datetime') note(value?.position ?? -1, type);
    if (type === 'number' || type === 'measurement') note(value?.position ?? -1, 'number');
    for (const { position } of prices) note(position, 'number');
  }
  for (const { position, target, field } of plan.fields)
    if (kindOf(field, target.key) === 'integer') note(position, 'number');
  const separators = new Map<number, CellHint['decimalSeparator']>();
  for (const { column, transform = [] } of mapping) {
    const separator = decimalSeparatorOf(transform, options);
    const position = positions.get(column);
    if (position !== undefined && separator !== null) separators.set(position, separator);
  }
  return (position) => {
    const kind = kinds.get(position) ?? 'text';
    // Texts and numbers of a column are read by the same rule, so a number gets the separator that a text would have.
    const decimalSeparator = separators.get(position) ?? (kind === 'number' ? options.decimalSeparator : '.');
    return kind === 'text' && decimalSeparator === '.' ? TEXT : { kind, decimalSeparator };
  };
}
