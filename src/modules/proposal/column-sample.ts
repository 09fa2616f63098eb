/** The cells of a column that its meaning is inferred from. */
export interface ColumnSample {
  readonly column: string;
  /** Filled cells without the blanks around them. */
  readonly cells: readonly string[];
  /** Filled cells, each once, in the order of the file. */
  readonly distinct: readonly string[];
  /** Texts that stand for an empty cell: `n/a`, `-`. */
  readonly blanks: readonly string[];
  /** Number of rows, those with an empty cell included. */
  readonly rows: number;
}

/**
 * Returns the samples of the named columns of a table.
 *
 * @param rows cells by position; null and missing ones are empty
 */
export function toColumnSamples(
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): readonly ColumnSample[] {
  return columns.flatMap((column, position) => {
    if (column.trim() === '') return [];
    const filledCells = rows.map((row) => (row[position] ?? '').trim()).filter((cell) => cell !== '');
    const cells = filledCells.filter((cell) => !BLANK.test(cell));
    const blanks = [...new Set(filledCells.filter((cell) => BLANK.test(cell)))];
    return [{ column, cells, distinct: [...new Set(cells)], blanks, rows: rows.length }];
  });
}

const BLANK = /^(?:n\.?\/?a\.?|k\.?\s?a\.?|n\.?\s?c\.?|-+|–|—|\?+|tbd|unknown|unbekannt|null)$/i;

/** Returns the share of cells that meet a condition; 0 without cells. */
export const shareOf = (cells: readonly string[], condition: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(condition).length / cells.length;
