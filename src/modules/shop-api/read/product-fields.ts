import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray } from '../../../kernel/json.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import type { Price } from '../../attribute/index.ts';
import type { MediaRow } from '../../media/index.ts';
import {
  cellsBelowLoader,
  effectiveAssociations,
  effectiveCategories,
  productLabel,
  variantLayoutOf,
} from '../../product/index.ts';
import { readScope, slugScope } from '../../slug/index.ts';
import { findText, flattenValue, plainText, type ResolvedValues, resolveValues } from '../../values/index.ts';
import { ancestorsOf, loadShopCategories } from '../shop-category.ts';
import type { ShopContext } from '../shop-context.ts';
import {
  defaultVariantOf,
  loadShopProduct,
  roleValue,
  type ShopProduct,
  shownPlace,
} from '../shop-product.ts';
import { imagesAmong, loadFiles } from '../types/images.ts';
import { type PriceRange, priceInCurrency, pricesInStorefront, rangeOf } from '../types/values.ts';

/** Reads something of a product and, where a model has none, of its default variant. */
async function ownOrDefault<Value>(
  product: ShopProduct,
  context: ShopContext,
  read: (one: ShopProduct) => Value | null | Promise<Value | null>,
): Promise<Value | null> {
  const own = await read(product);
  if (own !== null || product.view.row.type !== 'model') return own;
  const variant = await defaultVariantOf(product, context);
  return variant === null ? null : read(variant);
}

/** Returns the name of a product, of which what is not exposed is no part; its SKU where it has none. */
export const labelOfProduct = async (product: ShopProduct, context: ShopContext): Promise<string> =>
  (await ownOrDefault(product, context, (one) => textLabel(one, context))) ?? product.view.row.sku;

async function textLabel(product: ShopProduct, context: ShopContext): Promise<string | null> {
  const { view, set } = product;
  const labelText = findText(view, set.roles.label ?? null, context.place);
  if (labelText === null) return null;
  const axes = variantLayoutOf(view)?.levels.flatMap((level) => level.axes) ?? [];
  const exposed = new Set(set.attributes.map(({ code }) => foldKey(code)));
  return axes.every((axis) => exposed.has(foldKey(axis)))
    ? productLabel(view, context.place, context)
    : labelText.text;
}

/** Returns the name of a product in URLs: its slug, or its SKU where the channel has no slugs. */
export function slugIn({ view }: ShopProduct, locale: string, { storefront }: ShopContext): string {
  return view.row.slugs?.[slugScope(storefront.channel, locale)] ?? view.row.sku;
}

/** Returns the locales of the storefront that a product is shown in. */
export function visibleLocales(
  { view }: ShopProduct,
  { storefront, preview }: ShopContext,
): readonly string[] {
  const live = new Set(
    (view.row.live ?? [])
      .map(readScope)
      .filter(({ channel }) => channel === storefront.channel)
      .map(({ locale }) => locale),
  );
  return storefront.locales.filter((locale) => preview || live.has(locale));
}

export function summaryOf(product: ShopProduct, context: ShopContext): string | null {
  const value = roleValue(product, 'summary', context);
  if (typeof value !== 'string') return null;
  const attribute = context.structure.attributes.get(foldKey(product.set.roles.summary ?? ''));
  return attribute?.type === 'rich_text' ? plainText(value) : value;
}

/**
 * Returns the image, then those of the gallery, each file once; those of its default variant where a model has none.
 */
export const imagesOf = async (product: ShopProduct, context: ShopContext): Promise<readonly MediaRow[]> =>
  (await ownOrDefault(product, context, async (one) => {
    const codes = [roleValue(one, 'image', context), roleValue(one, 'gallery', context)].flatMap((value) =>
      value === null ? [] : isJsonArray(value) ? value.map(String) : [String(value)],
    );
    const images = imagesAmong(await loadFiles([...new Set(codes)], context));
    return images.length === 0 ? null : images;
  })) ?? [];

/** Returns the price in the currency of the context; that of its default variant where a model has none. */
export const priceOf = (product: ShopProduct, context: ShopContext): Promise<Price | null> =>
  ownOrDefault(product, context, (one) => priceInCurrency(roleValue(one, 'price', context), context));

/** Returns the same in all currencies of the storefront. */
export const pricesOf = async (product: ShopProduct, context: ShopContext): Promise<readonly Price[]> =>
  (await ownOrDefault(product, context, (one) => {
    const prices = pricesInStorefront(roleValue(one, 'price', context), context);
    return prices.length === 0 ? null : prices;
  })) ?? [];

/**
 * Returns the range from the lowest to the highest price of the visible variants; for a simple product, its own price.
 */
export async function priceRangeOf(product: ShopProduct, context: ShopContext): Promise<PriceRange | null> {
  const { view, set } = product;
  const attribute = context.structure.attributes.get(foldKey(set.roles.price ?? ''));
  if (attribute === undefined) return null;
  const priceIn = (values: ResolvedValues) =>
    priceInCurrency(flattenValue(values, attribute, context.flat), context);
  if (view.row.type !== 'model') return rangeOf([priceIn(view.values) ?? []].flat());
  const cellsRequest = { model: view.row.id, attribute: attribute.code, place: shownPlace(context) };
  const cells = (await context.load(cellsBelowLoader, cellsRequest)) ?? [];
  return rangeOf(cells.flatMap(([own, ...above]) => priceIn(resolveValues(own, above)) ?? []));
}

/** Returns the model above a variant, at the top; null for one that is not shown. */
export async function familyOf({ view }: ShopProduct, context: ShopContext): Promise<ShopProduct | null> {
  const { rootId, parentId } = view.row;
  const above = rootId ?? parentId;
  return above === null || above === view.row.id ? null : loadShopProduct(above, context);
}

export const categoriesOf = ({ view }: ShopProduct, context: ShopContext): Promise<readonly Category[]> =>
  loadShopCategories(effectiveCategories(view, false), context);

/** Returns the way down to the deepest category of a product, from the top. */
export async function breadcrumbsOf(
  product: ShopProduct,
  context: ShopContext,
): Promise<readonly Category[]> {
  const categories = await categoriesOf(product, context);
  const [deepest] = [...categories].sort((a, b) => b.level - a.level || a.sortOrder - b.sortOrder);
  return deepest === undefined ? [] : [...(await ancestorsOf(deepest, context)), deepest];
}

/** Returns the visible products that a product is linked to, by one association type or by all exposed ones. */
export async function linkedProducts(
  product: ShopProduct,
  type: string | null,
  context: ShopContext,
): Promise<readonly ShopProduct[]> {
  const exposed = new Set(context.catalogue.associationTypes.map(({ code }) => foldKey(code)));
  const links = await effectiveAssociations(product.view, type, context);
  const ids = links
    .filter((link) => exposed.has(foldKey(link.type)))
    .flatMap(({ products }) => products.map(({ targetId }) => targetId));
  const shopProducts = await Promise.all([...new Set(ids)].map((id) => loadShopProduct(id, context)));
  return shopProducts.filter((one) => one !== null);
}
