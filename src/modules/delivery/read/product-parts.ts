import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray } from '../../../kernel/json.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import type { Price } from '../../attribute/index.ts';
import type { MediaRow } from '../../media/index.ts';
import { associationsIn, categoriesIn, layoutIn, productLabel } from '../../product/index.ts';
import { readScope, slugScope } from '../../slug/index.ts';
import { findText, plainText } from '../../values/index.ts';
import { ancestorsOf, deliverCategories } from '../delivered-category.ts';
import { type DeliveredProduct, deliverById, roleValue, variantsOf } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { imagesAmong, loadFiles } from '../types/images.ts';
import { type PriceRange, rangeOf, shownPrice } from '../types/values.ts';

/** What price, image and link of a list's item are taken from. */
export const shownBy = (product: DeliveredProduct): DeliveredProduct => product.match ?? product;

/** The name of a product. What is not exposed is no part of it. */
export async function labelOfProduct(product: DeliveredProduct, context: DeliveryContext): Promise<string> {
  const { view, set } = product;
  const label = set.roles.label;
  if (label === undefined) return view.row.sku;
  const axes = layoutIn(view)?.levels.flatMap((level) => level.axes) ?? [];
  const exposed = new Set(set.attributes.map(({ code }) => foldKey(code)));
  if (axes.every((axis) => exposed.has(foldKey(axis)))) return productLabel(view, context.place, context);
  return findText(view, label, context.place)?.text ?? view.row.sku;
}

/** What names a product in URLs: its slug, or its SKU where the channel has no slugs. */
export function slugIn({ view }: DeliveredProduct, locale: string, { storefront }: DeliveryContext): string {
  return view.row.slugs?.[slugScope(storefront.channel, locale)] ?? view.row.sku;
}

/** The locales of the storefront that a product is shown in. */
export function shownLocales(
  { view }: DeliveredProduct,
  { storefront, preview }: DeliveryContext,
): readonly string[] {
  const live = new Set(
    (view.row.live ?? [])
      .map(readScope)
      .filter(({ channel }) => channel === storefront.channel)
      .map(({ locale }) => locale),
  );
  return storefront.locales.filter((locale) => preview || live.has(locale));
}

export function summaryOf(product: DeliveredProduct, context: DeliveryContext): string | null {
  const value = roleValue(product, 'summary', context);
  if (typeof value !== 'string') return null;
  const attribute = context.structure.attributes.get(foldKey(product.set.roles.summary ?? ''));
  return attribute?.type === 'rich_text' ? plainText(value) : value;
}

/** The image, then those of the gallery, each file once. */
export async function imagesOf(
  product: DeliveredProduct,
  context: DeliveryContext,
): Promise<readonly MediaRow[]> {
  const codes = [roleValue(product, 'image', context), roleValue(product, 'gallery', context)].flatMap(
    (value) => (value === null ? [] : isJsonArray(value) ? value.map(String) : [String(value)]),
  );
  return imagesAmong(await loadFiles([...new Set(codes)], context));
}

export const priceOf = (product: DeliveredProduct, context: DeliveryContext): Price | null =>
  shownPrice(roleValue(product, 'price', context), context);

/** From the lowest to the highest price of the visible variants; of a simple product its own. */
export async function priceRangeOf(
  product: DeliveredProduct,
  context: DeliveryContext,
): Promise<PriceRange | null> {
  const variants = product.view.row.type === 'model' ? await variantsOf(product, context) : [product];
  return rangeOf(variants.flatMap((variant) => priceOf(variant, context) ?? []));
}

/** The model above a variant, at the top; null for one that is not shown. */
export async function familyOf(
  { view }: DeliveredProduct,
  context: DeliveryContext,
): Promise<DeliveredProduct | null> {
  const { rootId, parentId } = view.row;
  const above = rootId ?? parentId;
  return above === null || above === view.row.id ? null : deliverById(above, context);
}

export const categoriesOf = (
  { view }: DeliveredProduct,
  context: DeliveryContext,
): Promise<readonly Category[]> => deliverCategories(categoriesIn(view, false), context);

/** The way down to the deepest category of a product, from the top. */
export async function breadcrumbsOf(
  product: DeliveredProduct,
  context: DeliveryContext,
): Promise<readonly Category[]> {
  const categories = await categoriesOf(product, context);
  const [deepest] = [...categories].sort((a, b) => b.level - a.level || a.sortOrder - b.sortOrder);
  return deepest === undefined ? [] : [...(await ancestorsOf(deepest, context)), deepest];
}

/** The visible products that a product is linked to, by one association type or by all exposed ones. */
export async function linkedProducts(
  product: DeliveredProduct,
  type: string | null,
  context: DeliveryContext,
): Promise<readonly DeliveredProduct[]> {
  const exposed = new Set(context.catalogue.associationTypes.map(({ code }) => foldKey(code)));
  const links = await associationsIn(product.view, type, context);
  const ids = links
    .filter((link) => exposed.has(foldKey(link.type)))
    .flatMap(({ products }) => products.map(({ targetId }) => targetId));
  const found = await Promise.all([...new Set(ids)].map((id) => deliverById(id, context)));
  return found.filter((one) => one !== null);
}
