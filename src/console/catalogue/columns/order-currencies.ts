import type { GridSchema } from './column-documents.ts';
import { type ColumnSpec, columnKey } from './column-spec.ts';

/** Returns the enabled currencies: those of a channel in its order, then the others by code. */
export function orderCurrencies({ channels }: Pick<GridSchema, 'channels'>, channel: string): string[] {
  const of = (channelList: GridSchema['channels']) =>
    channelList.flatMap(({ currencies }) => currencies.map(({ code }) => code));
  const own = of(channels.filter(({ code }) => code === channel));
  return [...new Set([...own, ...of(channels).toSorted()])];
}

/**
 * Returns columns with another one: at the end, or beside those of the same prices in other currencies, in the order of
 * these.
 */
export function insertColumn(
  columns: readonly ColumnSpec[],
  added: ColumnSpec,
  currencies: readonly string[],
): ColumnSpec[] {
  const prices = ({ currency: _, ...address }: ColumnSpec) => columnKey(address);
  const placeOf = ({ currency = '' }: ColumnSpec) => currencies.indexOf(currency);
  const isSame = (column: ColumnSpec) =>
    added.currency !== undefined && column.currency !== undefined && prices(column) === prices(added);
  const last = columns.findLastIndex((column) => isSame(column) && placeOf(column) < placeOf(added));
  const first = columns.findIndex(isSame);
  const at = last >= 0 ? last + 1 : first >= 0 ? first : columns.length;
  return columns.toSpliced(at, 0, added);
}
