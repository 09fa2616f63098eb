import type { Message } from '../../../kernel/problems/messages/message.ts';
import type { RowCells } from '../source-row.ts';
import { type ColumnCondition, type ColumnOf, compileCondition } from './column-condition.ts';
import type { FileOptions } from './file-options.ts';
import { columnFinder } from './find-column.ts';
import {
  columnsJoinedBy,
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
  /** The cell counts in rows that meet all of the conditions; elsewhere the row says nothing about the target. */
  readonly when?: readonly ColumnCondition[];
  readonly transform?: readonly Transform[];
}

/** Returns the names of other columns that an entry reads. */
export const namesRead = ({ when = [], transform = [] }: ColumnMapping): readonly string[] => [
  ...when.map(({ column }) => column),
  ...columnsJoinedBy(transform),
];

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
  /** True for each name of an entry whose step converts numbers into the form of values. */
  readonly hasPlainDecimals: readonly boolean[];
  /** Returns all columns of the file that may fill a name. */
  sourcesOf(index: number): readonly string[];
  /** Returns the column of the file that fills a name in a row. */
  sourceIn(row: RowCells, index: number): string;
  /** Returns the cells that one column of the file makes of a row. */
  cellsFrom(row: RowCells, column: string): readonly string[];
  /**
   * Returns a row of the file as cells of `names`.
   *
   * @param onFault is called with the index of each cell that a step rejects, and with the reason
   */
  map(row: RowCells, onFault?: (index: number, message: Message) => void): MappedRow;
}

/** One row as cells of the names. */
export interface MappedRow {
  /** Null where neither a cell of the file nor a step fills a name, so that the row says nothing about it. */
  readonly cells: RowCells;
  /** True for each cell whose number a step has converted into the form of values. */
  readonly hasPlainDecimals: readonly boolean[];
}

/** An entry of the mapping and what it fills. */
interface Source {
  readonly column: string;
  readonly position: number;
  readonly steps: readonly TransformStep[];
  /** Positions of the columns that its steps join. */
  readonly joined: readonly number[];
  readonly isMet: (columnOf: ColumnOf) => boolean;
  readonly isDecimal: boolean;
  /** Index of the name that has its text, and of the one that has its unit. */
  readonly text: number;
  readonly unit: number | null;
}

/** Applies a mapping to the columns of a file, in the order of the file and what it lacks after them. */
export function mapColumns(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  options: Pick<FileOptions, 'listSeparator' | 'decimalSeparator'>,
): MappedColumns {
  const positionOf = columnFinder(columns);
  if (mapping.length === 0) return unmapped(columns, positionOf);
  const planned = planSources(columns, mapping, options, positionOf);
  const { names, sources, targets, hasPlainDecimals, cellIndexes, entries } = planned;
  const entriesByColumn = Map.groupBy(entries, ({ column }) => column);
  const hasSeveralForms = entries.some(({ text, isDecimal }) => hasPlainDecimals[text] !== isDecimal);
  const inRow =
    (row: RowCells): ColumnOf =>
    (name) =>
      row[positionOf(name)] ?? '';
  /** Returns null where the entry says nothing about its value. */
  const cellOf = (row: RowCells, source: Source, columnOf: ColumnOf): TransformedCell | null => {
    if (!source.isMet(columnOf)) return null;
    const text = row[source.position] ?? null;
    let cell: TransformedCell = { text: text ?? '', unit: null, fault: null };
    for (const step of source.steps) cell = step(cell, columnOf);
    const isAbsent = text === null && cell.text === '' && cell.fault === null;
    return isAbsent && source.joined.every((position) => (row[position] ?? null) === null) ? null : cell;
  };
  const mapRow = (
    row: RowCells,
    onFault?: (index: number, message: Message) => void,
    onFill?: (index: number, column: string) => void,
  ): MappedRow => {
    const columnOf = inRow(row);
    const cells: (string | null)[] = names.map(() => null);
    const decimals = hasSeveralForms ? [...hasPlainDecimals] : hasPlainDecimals;
    for (const source of entries) {
      const { text: index, unit, column } = source;
      // Text, unit and form of a number come from the same entry.
      if ((cells[index] ?? '') !== '') continue;
      const cell = cellOf(row, source, columnOf);
      if (cell === null) continue;
      if (cell.fault !== null) onFault?.(index, cell.fault);
      cells[index] = cell.text;
      if (hasSeveralForms) (decimals as boolean[])[index] = source.isDecimal;
      if (cell.text !== '') onFill?.(index, column);
      if (unit === null) continue;
      cells[unit] = cell.unit ?? cells[unit] ?? '';
      if (cell.unit !== null) onFill?.(unit, column);
    }
    return { cells, hasPlainDecimals: decimals };
  };
  return {
    names,
    sources,
    targets,
    hasPlainDecimals,
    sourcesOf: (index) => cellIndexes.flatMap((cell, at) => (cell === index ? [sources[at] ?? ''] : [])),
    sourceIn(row, index) {
      let source = sources[index] ?? '';
      mapRow(row, undefined, (cellIndex, column) => {
        if (cellIndex === index) source = column;
      });
      return source;
    },
    cellsFrom: (row, column) =>
      (entriesByColumn.get(column) ?? []).flatMap((source) => {
        const { text = '', unit = null } = cellOf(row, source, inRow(row)) ?? {};
        return source.unit === null ? [text] : [text, unit ?? ''];
      }),
    map: (row, onFault) => mapRow(row, onFault),
  };
}

/** Returns the columns of a file without a mapping. */
function unmapped(columns: readonly string[], positionOf: (name: string) => number): MappedColumns {
  const hasPlainDecimals = columns.map(() => false);
  return {
    names: columns,
    sources: columns,
    targets: columns,
    hasPlainDecimals,
    sourcesOf: (index) => [columns[index] ?? ''],
    sourceIn: (_row, index) => columns[index] ?? '',
    cellsFrom: (row, column) => [row[positionOf(column)] ?? ''],
    map: (row) => ({ cells: row, hasPlainDecimals }),
  };
}

function planSources(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  options: Pick<FileOptions, 'listSeparator' | 'decimalSeparator'>,
  positionOf: (name: string) => number,
) {
  const entriesByPosition = new Map<number, ColumnMapping[]>();
  const added: ColumnMapping[] = [];
  for (const entry of mapping) {
    const position = positionOf(entry.column);
    if (position === -1) {
      // Without a step that fills it, the column stays empty.
      if ((entry.transform ?? []).length > 0) added.push(entry);
    } else entriesByPosition.set(position, [...(entriesByPosition.get(position) ?? []), entry]);
  }
  const names: string[] = [];
  const sources: string[] = [];
  const targets: string[] = [];
  const hasPlainDecimals: boolean[] = [];
  const cellIndexes: number[] = [];
  const entries: Source[] = [];
  const conditional = new Map<string, number>();
  const add = (position: number, { column, target, when, transform = [] }: ColumnMapping) => {
    if (target === null) return;
    const steps = transform.map((step) => compileStep(step, options));
    const conditions = (when ?? []).map(compileCondition);
    const isMet =
      when === undefined ? always : (columnOf: ColumnOf) => conditions.every((one) => one(columnOf));
    const name = target ?? column;
    const isDecimal = decimalSeparatorOf(transform, options) !== null;
    const addName = (partName: string, isPlain: boolean) => {
      const key = partName.toLowerCase();
      const first = when === undefined ? undefined : conditional.get(key);
      const index = first ?? names.length;
      if (when !== undefined && first === undefined) conditional.set(key, index);
      names.push(first === undefined ? partName : '');
      sources.push(column);
      targets.push(partName);
      hasPlainDecimals.push(isPlain);
      cellIndexes.push(index);
      return index;
    };
    const text = addName(name, isDecimal);
    const unit = transform.some(splitsUnit) ? addName(`${name}-unit`, false) : null;
    const joined = columnsJoinedBy(transform).map(positionOf);
    entries.push({ column, position, steps, joined, isMet, isDecimal, text, unit });
  };
  for (const [position, column] of columns.entries()) {
    for (const entry of entriesByPosition.get(position) ?? [{ column }]) add(position, { ...entry, column });
  }
  for (const entry of added) add(-1, entry);
  return { names, sources, targets, hasPlainDecimals, cellIndexes, entries };
}

const always = () => true;
