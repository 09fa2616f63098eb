import { isJsonArray } from '../../kernel/json.ts';
import type { ProductView } from './product-view.ts';
import { flatData, textIn } from './values-view.ts';

/** The product's name in a channel and locale, by the set's label attribute; else the SKU in brackets. */
export function productLabel(
  view: ProductView,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string {
  const { set, row } = view;
  return textIn(view, set?.document.attributeAsLabel ?? null, channel, locale) ?? `[${row.sku}]`;
}

/**
 * Code of the file that pictures the product in a channel and locale, by the set's image attribute; of a list the first.
 * Null for none.
 */
export function productImage(
  view: ProductView,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string | null {
  const attribute = view.set?.document.attributeAsImage ?? null;
  if (attribute === null) return null;
  const value = flatData(view, { attributes: [attribute], channel, locale, fallback: true })[attribute];
  const first = isJsonArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : null;
}
