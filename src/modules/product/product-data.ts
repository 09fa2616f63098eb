import { foldKey } from '../../kernel/codes.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { fallbackChain } from '../locale/index.ts';
import { fallbackOf } from '../structure/index.ts';
import { type ProductView, type ValueSelection, valuesIn } from './product-view.ts';
import { sanitizeHtml } from './sanitize-html.ts';
import { flatValues } from './values/flat.ts';

/** The effective cells as they are written: `{ attribute: [{ channel?, locale?, value, source }] }`, codes in order. */
export function cellsData(
  view: ProductView,
  selection: ValueSelection,
): { readonly [code: string]: JsonValue } {
  const cells: Record<string, JsonValue[]> = Object.create(null);
  for (const { attribute, channel, locale, source, inSet, value } of valuesIn(view, selection)) {
    const entry = {
      ...(channel === null ? {} : { channel }),
      ...(locale === null ? {} : { locale }),
      value,
      ...(source === 'own' ? {} : { source }),
      ...(inSet ? {} : { in_set: false }),
    };
    cells[attribute.code] = [...(cells[attribute.code] ?? []), entry];
  }
  return cells;
}

export interface FlatRequest {
  readonly attributes?: readonly string[] | null | undefined;
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly fallback: boolean;
}

/** `{ code: value }` for one channel and locale (the organization's defaults when left out), ready for a storefront. */
export function flatData(view: ProductView, request: FlatRequest): { readonly [code: string]: JsonValue } {
  const { structure } = view;
  const channel = structure.channels.get(foldKey(request.channel ?? structure.defaultChannel ?? ''));
  const wanted = request.locale ?? structure.defaultLocale ?? '';
  const locale = structure.locales.get(foldKey(wanted)) ?? wanted;
  const chain = request.fallback ? fallbackChain(locale, (code) => fallbackOf(structure, code)) : [locale];
  const named = request.attributes ? new Set(request.attributes.map(foldKey)) : null;
  const attributes = [...structure.attributes.values()].filter(
    ({ code }) => named?.has(foldKey(code)) ?? true,
  );
  return flatValues(view.values, attributes, {
    channel: channel?.code ?? null,
    locales: chain,
    currencies: channel?.currencies ?? null,
    conversionUnits: new Map(Object.entries(channel?.document.conversionUnits ?? {})),
    findMeasurementFamily: (code) => structure.families.get(foldKey(code)),
    sanitizeHtml,
  });
}

/** The product's name in a channel and locale, by the set's label attribute; else the SKU in brackets. */
export function productLabel(
  view: ProductView,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string {
  const { set, row } = view;
  return textOf(view, set?.document.attributeAsLabel ?? null, channel, locale) ?? `[${row.sku}]`;
}

/** Code of the file that pictures the product in a channel and locale, by the set's image attribute; null for none. */
export function productImage(
  view: ProductView,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string | null {
  return textOf(view, view.set?.document.attributeAsImage ?? null, channel, locale);
}

/** The value of one attribute that is a text and not empty, locales that stand in included. */
function textOf(
  view: ProductView,
  attribute: string | null,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string | null {
  if (attribute === null) return null;
  const text = flatData(view, { attributes: [attribute], channel, locale, fallback: true })[attribute];
  return typeof text === 'string' && text !== '' ? text : null;
}
