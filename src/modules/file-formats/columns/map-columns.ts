import type { Message } from '../../../kernel/problems/messages/message.ts';
import { type ColumnCondition, type ColumnOf, compileCondition } from './column-condition.ts';
import type { FileOptions } from './file-options.ts';
import {
  compileStep,
  decimalSeparatorOf,
  splitsUnit,
  type Transform,
  type TransformedCell,
  type TransformStep,
} from './transform.ts';

/** Result of mapping one column of a file. */
export interface ColumnMapping {
  /**
   * Its name in the file; one that the file lacks begins as empty cells. `*` stands for a currency, unit, locale or
   * channel; see `expandMapping`.
   */
  readonly column: string;
  /** Target of the column; by default its own name; null ignores it. */
  readonly target?: string | null;
  /** The cell counts in rows that meet all of the conditions; elsewhere it is empty. */
  readonly when?: readonly ColumnCondition[];
  readonly transform?: readonly Transform[];
}

/** The columns of a file as the mapping makes them. */
export interface MappedColumns {
  /**
   * Names to be resolved; several may come from one column of the file. Entries with conditions and the same target
   * make one cell, which has the name at the first of them; the name of the others is empty.
   */
  readonly names: readonly string[];
  /** Columns of the file from which the values come, by the position of the name. */
  readonly sources: readonly string[];
  /** Targets by the position of the name, also where the name is empty. */
  readonly targets: readonly string[];
  /** True for each name whose numbers a step has converted into the form of values. */
  readonly hasPlainDecimals: readonly boolean[];
  /** Returns all columns of the file that may fill a name. */
  sourcesOf(index: number): readonly string[];
  /** Returns the column of the file that fills a name in a row. */
  sourceIn(row: readonly string[], index: number): string;
  /** Returns the cells that one column of the file makes of a row. */
  cellsFrom(row: readonly string[], column: string): readonly string[];
  /**
   * Returns a row of the file as cells of `names`.
   *
   * @param onFault is called with the index of each cell that a step rejects, and with the reason
   */
  map(row: readonly string[], onFault?: (index: number, message: Message) => void): readonly string[];
}

interface Source {
  readonly position: number;
  readonly steps: readonly TransformStep[];
  readonly part: 'text' | 'unit';
  readonly isMet: (columnOf: ColumnOf) => boolean;
  /** Index of the name that has the cell. */
  readonly index: number;
}

/** Applies a mapping to the columns of a file, in the order of the file and what it lacks after them. */
export function mapColumns(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  options: Pick<FileOptions, 'listSeparator' | 'decimalSeparator'>,
): MappedColumns {
  const positions = new Map(columns.map((name, position) => [name, position]));
  const folded = new Map(columns.map((name, position) => [name.toLowerCase(), position]));
  const positionOf = (name: string) => positions.get(name) ?? folded.get(name.toLowerCase()) ?? -1;
  if (mapping.length === 0) return unmapped(columns, positionOf);
  const { names, sources, targets, hasPlainDecimals, parts } = planParts(
    columns,
    mapping,
    options,
    positionOf,
  );
  const inRow =
    (row: readonly string[]): ColumnOf =>
    (name) =>
      row[positionOf(name)] ?? '';
  const cellOf = (row: readonly string[], source: Source, columnOf = inRow(row)): TransformedCell => {
    const text = source.isMet(columnOf) ? (row[source.position] ?? '') : null;
    let cell: TransformedCell = { text: text ?? '', unit: null, fault: null };
    if (text !== null) for (const step of source.steps) cell = step(cell, columnOf);
    return cell;
  };
  const textOf = ({ text, unit }: TransformedCell, { part }: Source) =>
    part === 'text' ? text : (unit ?? '');
  return {
    names,
    sources,
    targets,
    hasPlainDecimals,
    sourcesOf: (index) => parts.flatMap((part, at) => (part.index === index ? [sources[at] ?? ''] : [])),
    sourceIn(row, index) {
      const filledAt = parts.findIndex(
        (part) => part.index === index && textOf(cellOf(row, part), part) !== '',
      );
      return sources[filledAt === -1 ? index : filledAt] ?? '';
    },
    cellsFrom: (row, column) =>
      parts.flatMap((part, at) => (sources[at] === column ? [textOf(cellOf(row, part), part)] : [])),
    map(row, onFault) {
      const columnOf = inRow(row);
      const cells = names.map(() => '');
      for (const part of parts) {
        if (cells[part.index] !== '') continue;
        const cell = cellOf(row, part, columnOf);
        if (cell.fault !== null && part.part === 'text') onFault?.(part.index, cell.fault);
        cells[part.index] = textOf(cell, part);
      }
      return cells;
    },
  };
}

/** Returns the columns of a file without a mapping. */
const unmapped = (columns: readonly string[], positionOf: (name: string) => number): MappedColumns => ({
  names: columns,
  sources: columns,
  targets: columns,
  hasPlainDecimals: columns.map(() => false),
  sourcesOf: (index) => [columns[index] ?? ''],
  sourceIn: (_row, index) => columns[index] ?? '',
  cellsFrom: (row, column) => [row[positionOf(column)] ?? ''],
  map: (row) => row,
});

function planParts(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  options: Pick<FileOptions, 'listSeparator' | 'decimalSeparator'>,
  positionOf: (name: string) => number,
) {
  const entries = new Map<number, ColumnMapping[]>();
  const added: ColumnMapping[] = [];
  for (const entry of mapping) {
    const position = positionOf(entry.column);
    if (position === -1) {
      // Without a step that fills it, the column stays empty.
      if ((entry.transform ?? []).length > 0) added.push(entry);
    } else entries.set(position, [...(entries.get(position) ?? []), entry]);
  }
  const names: string[] = [];
  const sources: string[] = [];
  const targets: string[] = [];
  const hasPlainDecimals: boolean[] = [];
  const parts: Source[] = [];
  const conditional = new Map<string, number>();
  const add = (position: number, { column, target, when, transform = [] }: ColumnMapping) => {
    if (target === null) return;
    const steps = transform.map((step) => compileStep(step, options));
    const conditions = (when ?? []).map(compileCondition);
    const isMet =
      when === undefined ? always : (columnOf: ColumnOf) => conditions.every((one) => one(columnOf));
    const name = target ?? column;
    const addPart = (part: Source['part'], partName: string, isDecimal: boolean) => {
      const key = partName.toLowerCase();
      const first = when === undefined ? undefined : conditional.get(key);
      const index = first ?? names.length;
      if (when !== undefined && first === undefined) conditional.set(key, index);
      names.push(first === undefined ? partName : '');
      sources.push(column);
      targets.push(partName);
      hasPlainDecimals.push(isDecimal);
      parts.push({ position, steps, part, isMet, index });
    };
    addPart('text', name, decimalSeparatorOf(transform, options) !== null);
    if (transform.some(splitsUnit)) addPart('unit', `${name}-unit`, false);
  };
  for (const [position, column] of columns.entries()) {
    for (const entry of entries.get(position) ?? [{ column }]) add(position, { ...entry, column });
  }
  for (const entry of added) add(-1, entry);
  return { names, sources, targets, hasPlainDecimals, parts };
}

const always = () => true;
