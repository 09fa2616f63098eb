import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';

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

/** Characters of a cell that are looked at. */
const SAMPLED_LENGTH = 1_000;

/**
 * Returns the samples of the named columns of a table. Gives way to other requests between columns.
 *
 * @param rows cells by position; null and missing ones are empty
 */
export async function toColumnSamples(
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Promise<readonly ColumnSample[]> {
  const samples: ColumnSample[] = [];
  for (const [position, column] of columns.entries()) {
    await yieldToEventLoop();
    if (column.trim() !== '') samples.push(sampleOf(column, position, rows));
  }
  return samples;
}

function sampleOf(
  column: string,
  position: number,
  rows: readonly (readonly (string | null)[])[],
): ColumnSample {
  const filledCells = rows
    .map((row) => (row[position] ?? '').trim().slice(0, SAMPLED_LENGTH))
    .filter((cell) => cell !== '');
  const cells = filledCells.filter((cell) => !BLANK.test(cell));
  const blanks = [...new Set(filledCells.filter((cell) => BLANK.test(cell)))];
  return { column, cells, distinct: [...new Set(cells)], blanks, rows: rows.length };
}

const BLANK = /^(?:n\.?\/?a\.?|k\.?\s?a\.?|n\.?\s?c\.?|-+|–|—|\?+|tbd|unknown|unbekannt|null)$/i;

/** Returns the share of cells that meet a condition; 0 without cells. */
export const shareOf = (cells: readonly string[], condition: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(condition).length / cells.length;
