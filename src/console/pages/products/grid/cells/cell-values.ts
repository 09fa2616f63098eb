import type { CellRef, GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { toEditableText } from '../../../../catalogue/values/cell-value.ts';
import { localeTag } from '../../../../i18n/translate.ts';

type RowValue = GridProduct['values'][number];

/** Returns the value that a product shows in a cell, its own or an inherited one. */
export const findValue = ({ values }: Pick<GridProduct, 'values'>, { attribute, channel, locale }: CellRef) =>
  values.find(
    (value) =>
      value.attribute.code === attribute.code && value.channel === channel && value.locale === locale,
  );

/** Returns the text of an attribute cell, as people would type it. */
export function cellText(product: GridProduct, { cell }: GridColumn): string {
  const value: RowValue | undefined = cell === null ? undefined : findValue(product, cell);
  return cell === null || value === undefined
    ? ''
    : toEditableText(value.json, value.display, cell, localeTag);
}

/** Returns true if the value comes from a model above. */
export const isInherited = (product: GridProduct, cell: CellRef): boolean =>
  findValue(product, cell)?.source === 'INHERITED';

/** Returns a value as it is stored, for comparing; for prices the one of the currency. */
export function serializeValue(json: unknown, { currency }: CellRef): string {
  if (currency === null || !Array.isArray(json)) return JSON.stringify(json ?? null);
  const price = json.find((one: { readonly currency?: string }) => one.currency === currency);
  return JSON.stringify(price ?? null);
}
