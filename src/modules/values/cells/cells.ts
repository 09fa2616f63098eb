import type { JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';

/** One stored value. A key that does not apply is absent; `value` is canonical and never null. */
export interface Cell {
  readonly channel?: string;
  readonly locale?: string;
  readonly value: JsonValue;
}

/**
 * The values of one product as they are stored, written and read: attributes in code order, cells by channel
 * then locale, absent before present. Attribute codes may be words like `constructor`: read with {@link cellsOf}.
 */
export type Values = Readonly<Record<string, readonly Cell[]>>;

/** Source of a returned value; absent on a cell means `own`. */
export type ValueSource = 'own' | 'inherited' | 'fallback';

/** One wish of a writer: set (or with `value: null` empty) one cell, or clear all cells of an attribute. */
export type CellWrite = CellAssignment | AttributeClear;

export interface CellAssignment {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value: JsonValue;
  /** A cell sent back with `inherited` or `fallback` is skipped. */
  readonly source?: ValueSource;
  /**
   * True: the value names parts only, so that prices in other currencies and a unit that is not named stay. False: the value
   * is whole. Prices are parts unless this is false; other values are whole unless it is true.
   */
  readonly partial?: boolean;
  /** Currencies of prices that stay inherited only: a file has a column for each, and no price in it. */
  readonly withoutCurrencies?: readonly string[];
  /** Codes that a list of codes gets at its end, and codes that it loses; those sent with them have no `value`. */
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  /** Keys from the operation's input down to the value. */
  readonly path: readonly string[];
  readonly clear?: undefined;
}

/** Returns true if a write names the codes that a list gains and loses, and not the whole list. */
export const isListChange = ({ add, remove }: CellAssignment): boolean =>
  add !== undefined || remove !== undefined;

/**
 * Returns true if a write keeps parts of the value that the product has or inherits. An empty list of prices is the
 * whole value.
 */
export const isPartial = (write: CellAssignment, type: string | undefined): boolean =>
  isListChange(write) ||
  (write.partial ?? (type === 'price' && Array.isArray(write.value) && write.value.length > 0));

export interface AttributeClear {
  readonly attribute: string;
  readonly clear: true;
  readonly path: readonly string[];
}

export const NO_CELLS: readonly Cell[] = [];
export const NO_VALUES: Values = Object.freeze(emptyValues());

/** Returns the cells of an attribute (code in its stored case); empty when it has none. */
export function cellsOf(values: Values, attribute: string): readonly Cell[] {
  return Object.hasOwn(values, attribute) ? (values[attribute] ?? NO_CELLS) : NO_CELLS;
}

/** Returns the cell of one scope; null means "not of a channel", "of no locale". */
export function findCell<C extends Cell>(
  cells: readonly C[],
  channel: string | null,
  locale: string | null,
): C | undefined {
  for (const cell of cells) {
    if ((cell.channel ?? null) === channel && (cell.locale ?? null) === locale) return cell;
  }
  return undefined;
}

/** Returns a cell with its keys in the order of the wire form. */
export function createCell(channel: string | null, locale: string | null, value: JsonValue): Cell {
  if (channel === null) return locale === null ? { value } : { locale, value };
  return locale === null ? { channel, value } : { channel, locale, value };
}

/** Compares cells by channel, then locale; absent comes before present. */
export function compareCells(a: Cell, b: Cell): number {
  return compareCodes(a.channel ?? '', b.channel ?? '') || compareCodes(a.locale ?? '', b.locale ?? '');
}

/** Compares codes for the order of everything that is stored: by code unit, the same on every machine. */
export function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns values that inherit nothing, so that an attribute called `__proto__` is an attribute and nothing else. Write
 * them only while building.
 */
export function emptyValues<C extends Cell = Cell>(): Record<string, readonly C[]> {
  return nullPrototypeObject();
}
