import { isJsonArray } from '../../../kernel/json.ts';
import { labelOf } from '../../../kernel/labels.ts';
import type { RequestLoaders } from '../../../platform/loader.ts';
import {
  displayValue,
  findText,
  flattenedData,
  labelLocales,
  type ScopeRequest,
  selectValue,
} from '../../values/index.ts';
import { distinguishingAxes } from '../model/distinguishing-axes.ts';
import { type ProductView, variantLayoutOf } from './product-view.ts';

/**
 * Returns the product's name in a channel and locale, by the set's label attribute. Where a model above holds the text,
 * the values of the axes between the two follow: "T-shirt, Red, XL". Without a text it is the SKU in brackets.
 */
export async function productLabel(
  view: ProductView,
  request: ScopeRequest,
  context: RequestLoaders,
): Promise<string> {
  const { set, row, ancestors, structure } = view;
  const labelText = findText(view, set?.document.attributeAsLabel ?? null, request);
  if (labelText === null) return `[${row.sku}]`;
  const axes = distinguishingAxes(row, ancestors, variantLayoutOf(view), labelText).flatMap(
    (code) => selectValue(view, { ...request, attribute: code }) ?? [],
  );
  if (axes.length === 0) return labelText.text;
  const locales = labelLocales(structure, request);
  const axisTexts = axes.map(async ({ attribute, value }) => {
    const text = await displayValue(attribute, value, locales, structure, context);
    // A bare "Yes" has no meaning of its own.
    return attribute.type === 'boolean'
      ? `${labelOf(attribute.labels, attribute.code, locales)}: ${text}`
      : text;
  });
  return [labelText.text, ...(await Promise.all(axisTexts))].join(', ');
}

/**
 * Returns the code of the file that pictures the product in a channel and locale, by the set's image attribute; of a
 * list the first. Null for none.
 */
export function productImage(
  view: ProductView,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string | null {
  const attribute = view.set?.document.attributeAsImage ?? null;
  if (attribute === null) return null;
  const value = flattenedData(view, { attributes: [attribute], channel, locale, fallback: true })[attribute];
  const first = isJsonArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : null;
}
