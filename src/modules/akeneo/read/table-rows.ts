import { foldKey } from '../../../kernel/codes.ts';
import type { Labels } from '../../../kernel/labels.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { readBoolean, readList } from '../../file-formats/index.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import type { CsvRow, CsvTable } from './csv-file.ts';

/** Result of mapping a file. Rows that are in neither list failed; a note says why. */
export interface Mapping<Item> {
  readonly items: readonly Item[];
  /** Rows that are left out on purpose. */
  readonly skippedRows: number;
  readonly notes: readonly ImportNote[];
}

/** A row with its key; see {@link keyedRows}. */
export interface KeyedRow {
  readonly row: CsvRow;
  readonly code: string;
}

/**
 * Returns the rows that have a code of their own. A row without one, and one whose code an earlier row has (in either
 * case), is reported. `within` makes codes unique per its value only.
 */
export function keyedRows(
  table: CsvTable,
  column: string,
  notes: ImportNote[],
  within: (row: CsvRow) => string = () => '',
): KeyedRow[] {
  if (table.rows.length > 0 && !table.columns.includes(column)) {
    notes.push(missingColumnNote(table.name, column));
    return [];
  }
  const firstRows = new Map<string, number>();
  const validRows: KeyedRow[] = [];
  for (const row of table.rows) {
    const code = row.get(column);
    const key = `${within(row)}\u0000${foldKey(code)}`;
    const first = firstRows.get(key);
    if (code !== '' && first === undefined) {
      firstRows.set(key, row.number);
      validRows.push({ row, code });
    } else {
      notes.push(
        first === undefined
          ? missingCodeNote(table.name, row, column)
          : duplicateCodeNote(table.name, row, column, first),
      );
    }
  }
  return validRows;
}

/** Returns the note of a row without its key. */
export function missingCodeNote(file: string, row: CsvRow, column: string): ImportNote {
  return importNote('error', file, 'required', localized('akeneo-row-without', { column }), {
    row: row.number,
    column,
  });
}

/** Returns the note of a row whose key stands in an earlier row, too. */
export function duplicateCodeNote(file: string, row: CsvRow, column: string, first: number): ImportNote {
  const value = row.get(column);
  const message = localized('akeneo-row-twice', { value, first });
  return importNote('error', file, 'duplicate-row', message, { row: row.number, column, value });
}

/** Returns the note for a file without its key column. */
export function missingColumnNote(file: string, column: string): ImportNote {
  const message = localized('akeneo-key-column-missing', { file, column });
  return importNote('error', file, 'missing-column', message, { row: 1, column });
}

/** Adds one note for each unknown column: a warning if it has values. */
export function reportUnknownColumns(
  table: CsvTable,
  knownColumns: readonly string[],
  notes: ImportNote[],
  prefixes: readonly string[] = ['label-'],
): void {
  const unknown = [...table.columns.entries()]
    .filter(([, name]) => !knownColumns.includes(name) && !prefixes.some((prefix) => name.startsWith(prefix)))
    .map(([position, name]) => ({ position, name, reason: localized('column-unknown') }));
  notes.push(...unknownColumnNotes(table.name, unknown, countFilledCells(table.rows, unknown)));
}

/** A column that is not imported, and why. */
export interface UnknownColumn {
  readonly position: number;
  readonly name: string;
  readonly reason: Message;
}

/** Number of filled cells of a column, and the first of their texts. */
export interface ColumnUsage {
  readonly cells: number;
  readonly example: string | null;
}

/** Counts the filled cells of columns in some rows. */
export function countFilledCells(rows: readonly CsvRow[], columns: readonly UnknownColumn[]): ColumnUsage[] {
  return columns.map(({ position }) => {
    const nonEmptyRows = rows.filter(({ cells }) => (cells[position] ?? '') !== '');
    return { cells: nonEmptyRows.length, example: nonEmptyRows[0]?.cells[position] ?? null };
  });
}

/** Returns the notes for columns that are not imported; see {@link reportUnknownColumns}. */
export function unknownColumnNotes(
  file: string,
  columns: readonly UnknownColumn[],
  columnCounts: readonly ColumnUsage[],
): ImportNote[] {
  return columns.map(({ name, reason }, index) => {
    const { cells, example } = columnCounts[index] ?? { cells: 0, example: null };
    const message =
      cells === 0
        ? localized('akeneo-column-empty', { column: name, reason })
        : localized('akeneo-column-lost', { column: name, reason, count: cells });
    const details = { row: 1, column: name, value: example };
    return importNote(cells === 0 ? 'info' : 'warning', file, 'unknown-column', message, details);
  });
}

/** Returns the texts of the columns `<prefix><locale>`, without the empty ones. */
export function textsOf(row: CsvRow, columns: readonly string[], prefix: string): Labels {
  const texts = columns.flatMap((column) => {
    const text = column.startsWith(prefix) ? row.get(column) : '';
    return text === '' ? [] : [[column.slice(prefix.length), text] as const];
  });
  return Object.fromEntries(texts);
}

/** Returns `{ labels }` when the row has any: a file without labels clears none. */
export function labelsOf(row: CsvRow, columns: readonly string[]): { labels?: Labels } {
  const labels = textsOf(row, columns, 'label-');
  return Object.keys(labels).length > 0 ? { labels } : {};
}

/**
 * Returns the entries of a list cell, each once; Akeneo separates them by commas. Blanks around an entry do not count.
 */
export function listOf(cell: string): string[] {
  return cell === '' ? [] : [...new Set(readList(cell, ','))];
}

/** Returns a whole number; undefined for an empty cell and, reported, for anything else. */
export function integerOf(
  row: CsvRow,
  column: string,
  file: string,
  notes: ImportNote[],
): number | undefined {
  const cell = row.get(column);
  if (cell === '') return undefined;
  if (/^-?\d{1,9}$/.test(cell)) return Number(cell);
  notes.push(unreadableCell(row, column, file, localized('akeneo-not-an-integer', { value: cell })));
  return undefined;
}

/**
 * Returns true or false for yes or no, usually `1` or `0`; undefined for an empty cell and, reported, for anything
 * else.
 */
export function booleanOf(
  row: CsvRow,
  column: string,
  file: string,
  notes: ImportNote[],
): boolean | undefined {
  const cell = row.get(column);
  const flag = readBoolean(cell);
  if (flag !== undefined) return flag;
  if (cell !== '')
    notes.push(unreadableCell(row, column, file, localized('akeneo-not-a-flag', { value: cell })));
  return undefined;
}

/** Returns the note of a cell that is left out; the rest of its row is imported. */
function unreadableCell(row: CsvRow, column: string, file: string, message: Message): ImportNote {
  const value = row.get(column);
  return importNote('warning', file, 'cell-unreadable', message, { row: row.number, column, value });
}
