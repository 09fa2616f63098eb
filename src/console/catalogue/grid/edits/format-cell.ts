import type { CellRef } from '../../columns/grid-column.ts';
import { toEditableText } from '../../values/cell-value.ts';
import { formatPrice, isAmbiguousNumber, toEditableNumber } from '../../values/parse-number.ts';
import type { StagedCell } from './staged-cells.ts';

/**
 * Returns a value of a cell as people read it, with currency or unit, and options by their labels.
 *
 * @param value as it is stored or sent; of prices a single one or a list
 * @returns an empty text for no value
 */
export function formatCell(
  value: unknown,
  cell: CellRef,
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
      : `${formatPrice(toEditableNumber(String(amount), tag), currency, tag)} ${currency}`;
  }
  if (Array.isArray(value)) return value.map((code) => labelOf(String(code))).join(', ');
  const text = toEditableText(value, String(value), cell, tag);
  return attribute.optionSet === null ? text : labelOf(text);
}

interface Amount {
  readonly amount?: unknown;
  readonly unit?: unknown;
}

const NUMERIC: ReadonlySet<string> = new Set(['NUMBER', 'PRICE', 'MEASUREMENT']);

/**
 * Returns true if a text that was typed as a number can mean another one, as `1,500`, or is far from the one before.
 */
export function isAmbiguousCell({ text, value, before, column: { cell } }: StagedCell): boolean {
  if (cell === null || !NUMERIC.has(cell.attribute.type)) return false;
  const amountOf = (json: unknown): Amount =>
    typeof json === 'object' && json !== null ? (json as Amount) : { amount: json };
  const now = amountOf(Array.isArray(value) ? value[0] : value);
  if (now.amount === undefined || now.amount === null) return false;
  const then = amountOf(JSON.parse(before));
  const number = /[+\-−]?[\d.,][\d.,\s\u00a0\u202f'’]*/u.exec(text)?.[0] ?? '';
  // If the unit is another one, the number before cannot be compared with this one.
  const isComparable = now.unit === then.unit && then.amount !== undefined && then.amount !== null;
  return isAmbiguousNumber(number, String(now.amount), isComparable ? String(then.amount) : null);
}
