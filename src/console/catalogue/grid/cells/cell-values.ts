import { localeTag } from '../../../i18n/translate.ts';
import type { CellRef, GridColumn } from '../../columns/grid-column.ts';
import { toEditableText } from '../../values/cell-value.ts';
import type { GridRow } from '../grid-source.ts';

/** Returns the value that a row shows in a cell, its own or an inherited one. */
export const findValue = ({ values }: Pick<GridRow, 'values'>, { attribute, channel, locale }: CellRef) =>
  values.find(
    (value) =>
      value.attribute.code === attribute.code && value.channel === channel && value.locale === locale,
  );

/** Returns the text of an attribute cell, as people would type it. */
export function cellText(row: Pick<GridRow, 'values'>, { cell }: GridColumn): string {
  const value = cell === null ? undefined : findValue(row, cell);
  return cell === null || value === undefined
    ? ''
    : toEditableText(value.json, value.display, cell, localeTag);
}

/** Returns true if the value comes from a model above. */
export const isInherited = (row: Pick<GridRow, 'values'>, cell: CellRef): boolean =>
  findValue(row, cell)?.source === 'INHERITED';

/** Returns a value as it is stored, for comparing; for prices the one of the currency. */
export function serializeValue(json: unknown, { currency }: CellRef): string {
  if (currency === null || !Array.isArray(json)) return JSON.stringify(json ?? null);
  const price = json.find((one: { readonly currency?: string }) => one.currency === currency);
  return JSON.stringify(price ?? null);
}
