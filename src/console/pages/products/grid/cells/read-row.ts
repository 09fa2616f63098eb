import type { CellAddress, GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { writeCell } from '../../../../catalogue/values/cell-value.ts';
import { formatTag } from '../../../../language/t.ts';

type RowValue = GridProduct['values'][number];

/** Returns the value that a product shows in a cell, its own or an inherited one. */
export const findValue = (
  { values }: Pick<GridProduct, 'values'>,
  { attribute, channel, locale }: CellAddress,
) =>
  values.find(
    (value) =>
      value.attribute.code === attribute.code && value.channel === channel && value.locale === locale,
  );

/** Returns the text of an attribute cell, as people would type it. */
export function textOf(product: GridProduct, { cell }: GridColumn): string {
  const value: RowValue | undefined = cell === null ? undefined : findValue(product, cell);
  return cell === null || value === undefined ? '' : writeCell(value.json, value.display, cell, formatTag);
}

/** Returns true if the value comes from a model above. */
export const isInherited = (product: GridProduct, cell: CellAddress): boolean =>
  findValue(product, cell)?.source === 'INHERITED';

/** Returns a value as it is stored, for comparing; for prices the one of the currency. */
export function stateOf(json: unknown, { currency }: CellAddress): string {
  if (currency === null || !Array.isArray(json)) return JSON.stringify(json ?? null);
  const price = json.find((one: { readonly currency?: string }) => one.currency === currency);
  return JSON.stringify(price ?? null);
}
