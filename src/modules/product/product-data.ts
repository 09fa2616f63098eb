import type { ProductView } from './product-view.ts';
import { textIn } from './values-view.ts';

/** The product's name in a channel and locale, by the set's label attribute; else the SKU in brackets. */
export function productLabel(
  view: ProductView,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string {
  const { set, row } = view;
  return textIn(view, set?.document.attributeAsLabel ?? null, channel, locale) ?? `[${row.sku}]`;
}

/** Code of the file that pictures the product in a channel and locale, by the set's image attribute; null for none. */
export function productImage(
  view: ProductView,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string | null {
  return textIn(view, view.set?.document.attributeAsImage ?? null, channel, locale);
}
