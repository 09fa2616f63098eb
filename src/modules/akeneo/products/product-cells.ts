import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { readBoolean, splitAmount } from '../../file-formats/index.ts';
import type { CsvRow } from '../read/csv-file.ts';
import { listOf } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import type { CellColumns } from './product-columns.ts';

/** One value of a row, as the product operations take it. */
export interface MappedCell {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value: JsonValue;
  /** Prices of other currencies stay, and so does a unit that is not named. */
  readonly partial?: boolean;
  /** `["values", column]`: a rejected cell is found again by it. */
  readonly path: readonly string[];
}

/** A cell and the filled columns it was read from. */
export interface ReadCell {
  readonly cell: MappedCell;
  readonly columns: readonly string[];
}

/** Cells that were read from a row; every filled column is either in a read cell or counted as skipped. */
export interface RowCells {
  readonly cells: readonly ReadCell[];
  readonly skippedColumns: number;
}

/** Reads the filled cells of a row; nothing is trimmed and no text is changed. */
export function readCells(
  row: CsvRow,
  columns: readonly CellColumns[],
  file: string,
  notes: ImportNote[],
): RowCells {
  const cells: ReadCell[] = [];
  let skippedColumns = 0;
  for (const source of columns) {
    const nonEmptyColumns = filledColumns(row, source);
    if (nonEmptyColumns.length === 0) continue;
    const value = valueIn(row, source, file, notes);
    if (value === undefined) {
      skippedColumns += nonEmptyColumns.length;
      continue;
    }
    const { attribute, channel, locale } = source;
    const cell = { attribute, channel, locale, value, path: ['values', nonEmptyColumns[0] ?? ''] };
    cells.push({ cell: { ...cell, ...partialOf(source, nonEmptyColumns, value) }, columns: nonEmptyColumns });
  }
  return { cells, skippedColumns };
}

/** One column of all prices has the whole value. */
function partialOf(
  source: CellColumns,
  nonEmptyColumns: readonly string[],
  read: JsonValue,
): { readonly partial?: boolean } {
  const isPartOnly = isPart(source, nonEmptyColumns, read);
  return isPartOnly || source.type === 'price' ? { partial: isPartOnly } : {};
}

/** Returns true for prices that have columns of their own, and for an amount without unit. */
function isPart({ type, value }: CellColumns, nonEmptyColumns: readonly string[], read: JsonValue): boolean {
  if (type === 'measurement') return isJsonObject(read) && read.unit === undefined;
  return type === 'price' && (value === null || !nonEmptyColumns.includes(value.name));
}

function filledColumns({ cells }: CsvRow, { value, unit, prices }: CellColumns): string[] {
  const nonEmptyColumns: string[] = [];
  if (value !== null && cells[value.position] !== '') nonEmptyColumns.push(value.name);
  if (unit !== null && cells[unit.position] !== '') nonEmptyColumns.push(unit.name);
  for (const price of prices) if (cells[price.position] !== '') nonEmptyColumns.push(price.name);
  return nonEmptyColumns;
}

/** Returns the value in wire form; undefined, reported, when there is nothing that could be written. */
function valueIn(row: CsvRow, source: CellColumns, file: string, notes: ImportNote[]): JsonValue | undefined {
  const text = source.value === null ? '' : (row.cells[source.value.position] ?? '');
  switch (source.type) {
    case 'boolean':
      return readBoolean(text) ?? text;
    case 'multi_select':
    case 'media_list':
    case 'entity_list':
      return listOf(text);
    case 'measurement':
      return measurementOf(row, source, text, file, notes);
    case 'price':
      return pricesOf(row, source, text, file, notes);
    default:
      return text;
  }
}

function measurementOf(
  row: CsvRow,
  { attribute, unit: column, value }: CellColumns,
  amount: string,
  file: string,
  notes: ImportNote[],
): JsonObject | undefined {
  const unit = column === null ? '' : (row.cells[column.position] ?? '');
  if (amount === '') {
    const message = localized('unit-without-amount', { attribute, unit });
    const details = { row: row.number, column: column?.name ?? null, value: unit };
    notes.push(importNote('warning', file, 'amount-missing', message, details));
    return undefined;
  }
  if (unit !== '') return { amount, unit };
  const together = splitAmount(amount);
  if (together !== null) return { ...together };
  const message = localized('akeneo-unit-missing', { attribute });
  const hint = localized('akeneo-unit-hint', { column: `${attribute}-unit` });
  const details = { row: row.number, column: value?.name ?? null, hint, value: amount };
  notes.push(importNote('warning', file, 'unit-missing', message, details));
  return { amount };
}

/** `19.90 EUR`, as older files put all prices into one column. */
const AMOUNT_AND_CURRENCY = /^\s*(\S+)\s+([A-Za-z]{3})\s*$/;

/** Returns a price per filled column; an empty one is an absent price and not one of 0. */
function pricesOf(
  row: CsvRow,
  { attribute, prices, value }: CellColumns,
  text: string,
  file: string,
  notes: ImportNote[],
): JsonValue | undefined {
  const priceList: JsonObject[] = [];
  for (const { position, currency } of prices) {
    const amount = row.cells[position] ?? '';
    if (amount !== '') priceList.push({ amount, currency });
  }
  for (const entry of listOf(text)) {
    const [, amount, currency] = AMOUNT_AND_CURRENCY.exec(entry) ?? [];
    if (amount !== undefined && currency !== undefined) {
      priceList.push({ amount, currency: currency.toUpperCase() });
      continue;
    }
    const message = localized('akeneo-price-without-currency', { value: entry, attribute });
    const hint = localized('akeneo-currency-hint', { column: `${attribute}-EUR` });
    const details = { row: row.number, column: value?.name ?? null, hint, value: entry };
    notes.push(importNote('warning', file, 'currency-missing', message, details));
  }
  return priceList.length === 0 ? undefined : priceList;
}
