import { localized } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';

/** Columns of scopes that rows have at most. */
const MAXIMUM_COLUMNS = 10_000;

/** A column beyond those of the file: the cells of one of them in the locale, the channel or both of a label. */
export interface ScopeColumn {
  /** Position of the column of the file. */
  readonly from: number;
  /** Its own position. */
  readonly to: number;
  /** Code of the locale, of the channel, or both: `de_DE`, `de_DE print`. */
  readonly label: string;
  /** True if its empty cell is that of the row without a scope: steps and conditions read it, nothing is imported. */
  readonly isShared: boolean;
}

/** Collects the columns of scopes. */
export function createScopeColumns(fileColumns: readonly string[]) {
  const columns = [...fileColumns];
  const positions = new Map(fileColumns.map((name, position) => [name, position]));
  const namesInFile = new Map<string, string>();
  const columnsByScope = new Map<string, ScopeColumn[]>();
  const mergedPositions: number[] = [];
  const positionOf = (name: string) => {
    const present = positions.get(name);
    if (present !== undefined) return present;
    if (columns.length - fileColumns.length >= MAXIMUM_COLUMNS)
      throw invalidFileError(localized('row-scopes-too-many', { max: MAXIMUM_COLUMNS }));
    positions.set(name, columns.length);
    return columns.push(name) - 1;
  };
  return {
    columns,
    fileColumns: namesInFile as ReadonlyMap<string, string>,
    /** Positions of columns that the file has because its rows were merged before. */
    mergedPositions: mergedPositions as readonly number[],
    positionOf,
    /** Adds the column of a label, unless it is there, and returns its name. */
    add(from: number, label: string, scopes: readonly string[], isShared: boolean): string {
      const fileColumn = fileColumns[from] ?? '';
      const name = `${fileColumn} (${label})`;
      if (namesInFile.has(name)) return name;
      const to = positionOf(name);
      namesInFile.set(name, fileColumn);
      if (to < fileColumns.length) mergedPositions.push(to);
      for (const scope of scopes) {
        const ofScope = columnsByScope.get(scope) ?? [];
        columnsByScope.set(scope, ofScope);
        ofScope.push({ from, to, label, isShared });
      }
      return name;
    },
    columnsOf: (scope: string): readonly ScopeColumn[] => columnsByScope.get(scope) ?? [],
  };
}
