import type { Message } from '../../../kernel/problems/messages/message.ts';
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
  /** Its name in the file; one that the file lacks begins as empty cells. */
  readonly column: string;
  /** Target of the column; by default its own name; null ignores it. */
  readonly target?: string | null;
  readonly transform?: readonly Transform[];
}

/** The columns of a file as the mapping makes them. */
export interface MappedColumns {
  /** Names to be resolved; several may come from one column of the file. */
  readonly names: readonly string[];
  /** Columns of the file from which the values come, by the position of the name. */
  readonly sources: readonly string[];
  /** True for each name whose numbers a step has converted into the form of values. */
  readonly hasPlainDecimals: readonly boolean[];
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
}

/** Applies a mapping to the columns of a file, in the order of the file and what it lacks after them. */
export function mapColumns(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  options: Pick<FileOptions, 'listSeparator' | 'decimalSeparator'>,
): MappedColumns {
  if (mapping.length === 0)
    return {
      names: columns,
      sources: columns,
      hasPlainDecimals: columns.map(() => false),
      map: (row) => row,
    };
  const positions = new Map(columns.map((name, position) => [name, position]));
  const folded = new Map(columns.map((name, position) => [name.toLowerCase(), position]));
  const positionOf = (name: string) => positions.get(name) ?? folded.get(name.toLowerCase()) ?? -1;
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
  const hasPlainDecimals: boolean[] = [];
  const sourceParts: Source[] = [];
  const add = (position: number, { column, target, transform = [] }: ColumnMapping) => {
    if (target === null) return;
    const steps = transform.map((step) => compileStep(step, options));
    const name = target ?? column;
    names.push(name);
    sources.push(column);
    hasPlainDecimals.push(decimalSeparatorOf(transform, options) !== null);
    sourceParts.push({ position, steps, part: 'text' });
    if (!transform.some(splitsUnit)) return;
    names.push(`${name}-unit`);
    sources.push(column);
    hasPlainDecimals.push(false);
    sourceParts.push({ position, steps, part: 'unit' });
  };
  for (const [position, column] of columns.entries()) {
    for (const entry of entries.get(position) ?? [{ column }]) add(position, { ...entry, column });
  }
  for (const entry of added) add(-1, entry);
  return {
    names,
    sources,
    hasPlainDecimals,
    map: (row, onFault) => {
      const columnOf = (name: string) => row[positionOf(name)] ?? '';
      return sourceParts.map(({ position, steps, part }, index) => {
        let cell: TransformedCell = { text: row[position] ?? '', unit: null, fault: null };
        for (const step of steps) cell = step(cell, columnOf);
        if (cell.fault !== null && part === 'text') onFault?.(index, cell.fault);
        return part === 'text' ? cell.text : (cell.unit ?? '');
      });
    },
  };
}
