import { localeTag } from '../../i18n/translate.ts';
import { parseCell, toEditableText } from '../values/cell-value.ts';
import type { ValueAttribute } from '../values/value-attribute.ts';
import type { AxisValue } from './plan-variants.ts';

const addressOf = (attribute: ValueAttribute) => ({ attribute, channel: null, locale: null, currency: null });

/**
 * Returns a value of an axis.
 *
 * @param display the label of an option
 */
export function toAxisValue(axis: ValueAttribute, value: unknown, display: string): AxisValue {
  const label = toEditableText(value, display, addressOf(axis), localeTag);
  if (typeof value !== 'object' || value === null) return { value, label, text: String(value) };
  const { amount, unit } = value as { readonly amount?: unknown; readonly unit?: unknown };
  // The unit of the attribute is left out of SKUs.
  return { value, label, text: unit === axis.defaultUnit ? String(amount) : label };
}

/** Types of axes whose values contain no spaces but that before a unit. */
const NUMERIC: ReadonlySet<string> = new Set(['NUMBER', 'MEASUREMENT']);

/** Splits the text that was typed for an axis into values: `7 W, 12 W`, `7 W 12 W` and `7 12` are two; `7,5` is one. */
export const splitAxisInput = (axis: ValueAttribute, text: string): readonly string[] =>
  NUMERIC.has(axis.type)
    ? text
        .split(/,(?!\d)|,(?<=[^\d\s]\s*,)| +(?=[+\-−]?\d)/u)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [text];

/** Reads the text that was typed for one value of an axis; returns a text if it means none. */
export function parseAxisValue(axis: ValueAttribute, text: string): AxisValue | string {
  const parsed = parseCell(text, addressOf(axis), null, { tag: localeTag, optionsOf: () => [] });
  return 'fault' in parsed ? parsed.fault : toAxisValue(axis, parsed.value, text);
}
