/** The cells of a column that its meaning is inferred from. */
export interface ColumnSample {
  readonly column: string;
  /** Filled cells of the first rows, without the blanks around them. */
  readonly cells: readonly string[];
  /** Number of different ones among these cells. */
  readonly distinctCells: number;
  /** Number of these rows, those with an empty cell included. */
  readonly rows: number;
  /** Values of all rows that are read, each once, in the order of the file; of too many the first ones. */
  readonly values: readonly string[];
  /** False if the column has more values than are collected. */
  readonly hasAllValues: boolean;
  /** Texts of the same rows that stand for an empty cell: `n/a`, `-`. */
  readonly blanks: readonly string[];
}

/** Rows whose cells are looked at one by one, and cells of a table with many columns. */
const SAMPLED_ROWS = 5_000;
const SAMPLED_CELLS = 500_000;
/** Characters of all these cells, and of one of them. */
const SAMPLED_CHARACTERS = 20_000_000;
const SAMPLED_LENGTH = 1_000;
/** Cells whose values are collected: 100,000 rows of 50 columns. */
const COLLECTED_CELLS = 5_000_000;
/** Values that are collected of a column, and characters of one: those of options and paths of categories. */
const MAX_VALUES = 2_000;
const MAX_VALUES_OF_MANY = 200;
const MANY_COLUMNS = 100;
const VALUE_LENGTH = 200;

const MAX_BLANK_LENGTH = 20;
const BLANK = /^(?:n\.?\/?a\.?|k\.?\s?a\.?|n\.?\s?c\.?|-+|–|—|\?+|tbd|unknown|unbekannt|null)$/i;

/** Returns the beginning of a text as one of its own, so that the whole text is not kept in memory. */
const beginningOf = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();

/** Collects what is inferred from, row by row, in bounded memory. */
export class TableSample {
  readonly #columns: readonly {
    readonly name: string;
    readonly cells: string[];
    readonly values: Set<string>;
    readonly blanks: Set<string>;
  }[];
  readonly #maxValues: number;
  #sampledRows = 0;
  #characters = 0;
  #rows = 0;

  constructor(columns: readonly string[]) {
    this.#columns = columns.map((name) => ({ name, cells: [], values: new Set(), blanks: new Set() }));
    this.#maxValues = columns.length > MANY_COLUMNS ? MAX_VALUES_OF_MANY : MAX_VALUES;
  }

  /** True once further rows are not looked at. */
  get isFull(): boolean {
    return this.#rows * this.#columns.length >= COLLECTED_CELLS;
  }

  /** @param cells by position; null and missing ones are empty */
  add(cells: readonly (string | null)[]): void {
    const isSampled =
      this.#sampledRows < SAMPLED_ROWS &&
      this.#sampledRows * this.#columns.length < SAMPLED_CELLS &&
      this.#characters < SAMPLED_CHARACTERS;
    this.#rows += 1;
    if (isSampled) this.#sampledRows += 1;
    for (const [position, column] of this.#columns.entries()) {
      const text = (cells[position] ?? '').trim();
      if (text === '') continue;
      if (text.length <= MAX_BLANK_LENGTH && BLANK.test(text)) {
        column.blanks.add(text);
        continue;
      }
      // One more than are collected shows that there are too many.
      if (column.values.size <= this.#maxValues) column.values.add(beginningOf(text, VALUE_LENGTH));
      if (!isSampled) continue;
      const cell = beginningOf(text, SAMPLED_LENGTH);
      this.#characters += cell.length;
      column.cells.push(cell);
    }
  }

  /** Returns the columns that have a name. */
  toColumns(): readonly ColumnSample[] {
    return this.#columns
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, cells, values, blanks }) => ({
        column: name,
        cells,
        distinctCells: new Set(cells).size,
        rows: this.#sampledRows,
        values: [...values].slice(0, this.#maxValues),
        hasAllValues: values.size <= this.#maxValues,
        blanks: [...blanks],
      }));
  }
}

/** Returns the share of cells that meet a condition; 0 without cells. */
export const shareOf = (cells: readonly string[], condition: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(condition).length / cells.length;
