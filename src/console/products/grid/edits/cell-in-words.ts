import { writeCell } from '../../values/cell-value.ts';
import { formatPrice, writeNumber } from '../../values/parse-number.ts';
import type { CellAddress } from '../columns/grid-column.ts';

/**
 * A value of a cell as people read it, with currency or unit, and options by their labels.
 *
 * @param value as it is stored or sent; of prices a single one or a list
 * @returns an empty text for no value
 */
export function cellInWords(
  value: unknown,
  cell: CellAddress,
  labelOf: (code: string) => string,
  tag: string,
): string {
  const { attribute, currency } = cell;
  if (value === null || value === undefined) return '';
  if (currency !== null) {
    const prices = (Array.isArray(value) ? value : [value]) as readonly {
      amount: unknown;
      currency: string;
    }[];
    const price = prices.find((one) => one.currency === currency);
    const amount = price?.amount ?? null;
    return amount === null
      ? ''
      : `${formatPrice(writeNumber(String(amount), tag), currency, tag)} ${currency}`;
  }
  if (Array.isArray(value)) return value.map((code) => labelOf(String(code))).join(', ');
  const text = writeCell(value, String(value), cell, tag);
  return attribute.optionSet === null ? text : labelOf(text);
}
