import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import { columnLetters, columnOfReference } from './cell-reference.ts';
import { readCellString } from './cell-string.ts';
import type { SharedParts } from './open-workbook.ts';
import { type CellContent, type CellHint, readCell } from './read-cell.ts';
import { createXmlReader } from './read-xml.ts';
import { CELL_CHARACTERS, SHEET_COLUMNS, SHEET_ROWS, WORKBOOK_LIMITS } from './workbook-limits.ts';

/** One row of a sheet as texts; empty cells at its end are left out. */
export interface WorksheetRow {
  /** Number of the row as the program shows it, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Reasons why cells cannot be read. */
  readonly faults: readonly CellFault[];
}

interface CellFault {
  readonly position: number;
  readonly problem: Message;
}

/** Settings for reading a sheet. */
export interface WorksheetReadOptions {
  /** Its name, for rejections. */
  readonly name: string;
  readonly shared: SharedParts;
  readonly is1904: boolean;
  /** Returns the purpose of the cells of a column, as far as it can be determined. */
  hintOf(position: number): CellHint;
  /** Rows up to and with this one are passed over. */
  readonly after: number;
}

/**
 * Returns the rows of a sheet that have any text, one after the other; a row takes what memory its filled cells take.
 *
 * @throws ValidationFailed `import-file-invalid` for what no spreadsheet program would open
 */
export async function* readWorksheet(
  pieces: AsyncIterable<Buffer>,
  reading: WorksheetReadOptions,
): AsyncGenerator<WorksheetRow> {
  const rows: WorksheetRow[] = [];
  const listener = new RowListener(reading, rows);
  const reader = createXmlReader(`sheet ${reading.name}`, listener);
  for await (const piece of pieces) {
    reader.write(piece);
    yield* rows.splice(0);
  }
  reader.end();
  yield* rows;
}

/** Puts the rows of a sheet together from the marks of its XML. */
class RowListener {
  readonly #reading: WorksheetReadOptions;
  readonly #rows: WorksheetRow[];
  #row = 0;
  #column = -1;
  #cells: string[] = [];
  #faults: CellFault[] = [];
  #isSkipped = false;
  #cell: CellContent = { type: 'n', style: 0, text: null, hasFormula: false };
  #text: string | null = null;
  #taken: 'v' | 't' | null = null;
  #isReading = false;
  #isInRow = false;

  constructor(reading: WorksheetReadOptions, rows: WorksheetRow[]) {
    this.#reading = reading;
    this.#rows = rows;
  }

  open({ name, attribute }: { readonly name: string; attribute(name: string): string | undefined }): void {
    if (name === 'row') this.#beginRow(attribute('r'));
    else if (name === 'c' && this.#isInRow) this.#beginCell(attribute);
    else if (name === 'f') this.#cell = { ...this.#cell, hasFormula: true };
    else if (name === 'rPh') this.#isReading = true;
    else if (name === 'v') {
      this.#taken = 'v';
      // The result of a formula may be the empty text.
      if (this.#cell.type === 'str') this.#text ??= '';
    } else if (name === 't') this.#taken = this.#isReading ? null : 't';
  }

  close(name: string): void {
    if (name === 'row') this.#endRow();
    else if (name === 'c' && this.#isInRow) this.#endCell();
    else if (name === 'rPh') this.#isReading = false;
    else if (name === 'v' || name === 't') this.#taken = null;
  }

  text(more: string): void {
    if (this.#taken === null || this.#isSkipped || !this.#isInRow) return;
    this.#text = (this.#text ?? '') + more;
    if (this.#text.length > WORKBOOK_LIMITS.silentCharacters)
      throw invalidFileError(localized('cell-too-long', { cell: this.#cellAt(this.#column) }));
  }

  #beginRow(stated: string | undefined): void {
    const number = stated === undefined ? this.#row + 1 : Number(stated);
    if (!Number.isInteger(number) || number <= this.#row || number > SHEET_ROWS)
      throw invalidFileError(
        localized('sheet-row-order', {
          sheet: this.#reading.name,
          number: String(stated).slice(0, 20),
          row: this.#row,
          max: SHEET_ROWS,
        }),
      );
    this.#row = number;
    this.#column = -1;
    this.#cells = [];
    this.#faults = [];
    this.#isInRow = true;
    this.#isSkipped = number <= this.#reading.after;
  }

  #beginCell(attribute: (name: string) => string | undefined): void {
    const reference = attribute('r');
    const column = reference === undefined ? this.#column + 1 : columnOfReference(reference);
    if (column === null || column <= this.#column || column >= SHEET_COLUMNS)
      throw invalidFileError(
        localized('sheet-cell-order', {
          row: this.#row,
          sheet: this.#reading.name,
          cell: (reference ?? '').slice(0, 20),
        }),
      );
    this.#column = column;
    this.#text = null;
    this.#cell = {
      type: attribute('t') ?? 'n',
      style: Number(attribute('s') ?? 0),
      text: null,
      hasFormula: false,
    };
  }

  #endCell(): void {
    if (this.#isSkipped) return;
    const content = { ...this.#cell, text: this.#text === null ? null : readCellString(this.#text) };
    if (content.text === null && !content.hasFormula) return;
    const { shared, is1904, hintOf } = this.#reading;
    const read = readCell(content, { shared, is1904, hint: hintOf(this.#column) });
    const problem =
      'problem' in read
        ? read.problem
        : read.text.length > CELL_CHARACTERS
          ? localized('cell-with-long-text', { count: read.text.length, max: CELL_CHARACTERS })
          : null;
    if (problem !== null) {
      const position = this.#column;
      this.#faults.push({
        position,
        problem: localized('cell-unreadable', { cell: this.#cellAt(position), problem }),
      });
    } else if ('text' in read && read.text !== '') {
      while (this.#cells.length < this.#column) this.#cells.push('');
      this.#cells[this.#column] = read.text;
    }
  }

  #endRow(): void {
    this.#isInRow = false;
    if (this.#isSkipped || (this.#cells.length === 0 && this.#faults.length === 0)) return;
    this.#rows.push({ number: this.#row, cells: this.#cells, faults: this.#faults });
    this.#cells = [];
  }

  #cellAt(column: number): string {
    return cellName(this.#reading.name, column, this.#row);
  }
}

/** Returns the name of a sheet as it stands before a cell or range: `Products!`. */
export const sheetPrefix = (sheet: string): string =>
  `${/^[\p{L}_][\p{L}\d_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!`;

/** Returns the name of a cell as people and formulas write it: `Products!C12`. */
export const cellName = (sheet: string, column: number, row: number): string =>
  `${sheetPrefix(sheet)}${columnLetters(column)}${row}`;

/** Returns a fault of a cell as a problem of its row. */
export const problemOfCell = (column: string | undefined, message: Message): FieldProblem =>
  fieldProblem('invalid-format', column === undefined ? [] : ['columns', column], message);
