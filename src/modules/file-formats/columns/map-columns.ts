import type { FileOptions } from './file-options.ts';
import { compileStep, type Step, splitsUnit, type Transform } from './transform.ts';

/** What becomes of one column of a file. */
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
  /** For each name, the column of the file it comes from. */
  readonly sources: readonly string[];
  /** A row of the file as cells of `names`. */
  map(row: readonly string[]): readonly string[];
}

interface Source {
  readonly position: number;
  readonly steps: readonly Step[];
  readonly part: 'text' | 'unit';
}

/** Applies a mapping to the columns of a file, in the order of the file and what it lacks after them. */
export function mapColumns(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  { listSeparator }: Pick<FileOptions, 'listSeparator'>,
): MappedColumns {
  if (mapping.length === 0) return { names: columns, sources: columns, map: (row) => row };
  const positions = new Map(columns.map((name, position) => [name, position]));
  const folded = new Map(columns.map((name, position) => [name.toLowerCase(), position]));
  const positionOf = (name: string) => positions.get(name) ?? folded.get(name.toLowerCase()) ?? -1;
  const entries = new Map<number, ColumnMapping[]>();
  const added: ColumnMapping[] = [];
  for (const entry of mapping) {
    const position = positionOf(entry.column);
    if (position === -1) {
      // Without a step that fills it there is nothing to come.
      if ((entry.transform ?? []).length > 0) added.push(entry);
    } else entries.set(position, [...(entries.get(position) ?? []), entry]);
  }
  const names: string[] = [];
  const sources: string[] = [];
  const found: Source[] = [];
  const add = (position: number, { column, target, transform = [] }: ColumnMapping) => {
    if (target === null) return;
    const steps = transform.map((step) => compileStep(step, listSeparator));
    const name = target ?? column;
    names.push(name);
    sources.push(column);
    found.push({ position, steps, part: 'text' });
    if (!transform.some(splitsUnit)) return;
    names.push(`${name}-unit`);
    sources.push(column);
    found.push({ position, steps, part: 'unit' });
  };
  for (const [position, column] of columns.entries()) {
    for (const entry of entries.get(position) ?? [{ column }]) add(position, { ...entry, column });
  }
  for (const entry of added) add(-1, entry);
  return {
    names,
    sources,
    map: (row) => {
      const columnOf = (name: string) => row[positionOf(name)] ?? '';
      return found.map(({ position, steps, part }) => {
        let cell = { text: row[position] ?? '', unit: null as string | null };
        for (const step of steps) cell = step(cell, columnOf);
        return part === 'text' ? cell.text : (cell.unit ?? '');
      });
    },
  };
}
