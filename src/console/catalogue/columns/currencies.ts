import { type ColumnAddress, columnKey } from './column-address.ts';
import type { GridModel } from './column-documents.ts';

/** Returns the enabled currencies: those of a channel in its order, then the others by code. */
export function currenciesOf({ channels }: Pick<GridModel, 'channels'>, channel: string): string[] {
  const of = (found: GridModel['channels']) =>
    found.flatMap(({ currencies }) => currencies.map(({ code }) => code));
  const own = of(channels.filter(({ code }) => code === channel));
  return [...new Set([...own, ...of(channels).toSorted()])];
}

/**
 * Returns columns with another one: at the end, or beside those of the same prices in other currencies, in the order of
 * these.
 */
export function withColumn(
  columns: readonly ColumnAddress[],
  added: ColumnAddress,
  currencies: readonly string[],
): ColumnAddress[] {
  const prices = ({ currency: _, ...address }: ColumnAddress) => columnKey(address);
  const placeOf = ({ currency = '' }: ColumnAddress) => currencies.indexOf(currency);
  const isSame = (column: ColumnAddress) =>
    added.currency !== undefined && column.currency !== undefined && prices(column) === prices(added);
  const last = columns.findLastIndex((column) => isSame(column) && placeOf(column) < placeOf(added));
  const first = columns.findIndex(isSame);
  const at = last >= 0 ? last + 1 : first >= 0 ? first : columns.length;
  return columns.toSpliced(at, 0, added);
}
