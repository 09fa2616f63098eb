import { foldKey } from '../../kernel/codes.ts';
import type { JsonValue } from '../../kernel/json.ts';
import {
  type AxisOptions,
  createProductView,
  defaultVariantLoader,
  descendantVariantsLoader,
  effectiveChannelsOf,
  type ListedProduct,
  listedProductLoader,
  liveOf,
  loadAncestors,
  type ProductView,
  variantLayoutOf,
} from '../product/index.ts';
import { type FlattenOptions, flattenValue, type ValuesView } from '../values/index.ts';
import type { ExposedSet, ShopRole } from './exposed-catalogue.ts';
import type { ShopContext } from './shop-context.ts';

/** A product as the fields of a shop resolve it. */
export interface ShopProduct {
  readonly view: ProductView;
  readonly set: ExposedSet;
  /** Time at which the visible part of it last changed (RFC 3339). */
  readonly updatedAt: string;
}

const setsOf = new WeakMap<object, ReadonlyMap<string, ExposedSet>>();

/** Returns the set of a product as the storefront exposes it; undefined for one that it does not. */
export function exposedSetOf(context: ShopContext, code: string | null): ExposedSet | undefined {
  const { catalogue } = context;
  const setsByCode = setsOf.get(catalogue) ?? new Map(catalogue.sets.map((set) => [foldKey(set.code), set]));
  setsOf.set(catalogue, setsByCode);
  return setsByCode.get(foldKey(code ?? ''));
}

/** Returns a product that was read with `SHOP_PRODUCT_FIELDS`; null for one that the shop does not show. */
export async function toShopProduct(
  product: ListedProduct,
  context: ShopContext,
): Promise<ShopProduct | null> {
  const set = exposedSetOf(context, product.attributeSet);
  if (set === undefined) return null;
  const isShown = isVisible(product, context);
  if (!(isShown === true || (await isShown))) return null;
  const ancestors = product.parentId === null ? [] : await loadAncestors(product, context);
  const view = createProductView(product, context.structure, ancestors);
  if (context.preview && !isSoldIn(view, context.storefront.channel)) return null;
  return { view, set, updatedAt: String(product.effectiveUpdatedAt) };
}

/** Returns a product by its UUID; null for one that does not exist or is not visible. */
export async function loadShopProduct(id: string, context: ShopContext): Promise<ShopProduct | null> {
  const product = await context.load(listedProductLoader, id);
  return product === null ? null : toShopProduct(product, context);
}

/** Returns the variants below a model that are shown, at any level, in the order of its axes. */
export async function variantsOf(
  product: ShopProduct,
  context: ShopContext,
): Promise<readonly ShopProduct[]> {
  if (product.view.row.type !== 'model') return [];
  const rows = (await context.load(descendantVariantsLoader, belowOf(product))) ?? [];
  const deliveredVariants = await Promise.all(rows.map((row) => toShopProduct(row, context)));
  return deliveredVariants.filter((one) => one !== null);
}

/** Returns the first of them without reading the others; null for what is no model. */
export async function defaultVariantOf(
  product: ShopProduct,
  context: ShopContext,
): Promise<ShopProduct | null> {
  if (product.view.row.type !== 'model') return null;
  const id = await context.load(defaultVariantLoader, { ...belowOf(product), place: shownPlace(context) });
  return id === null ? null : loadShopProduct(id, context);
}

/** Returns what finds the variants below a model: its UUID and the option sets of its axes. */
function belowOf({ view }: ShopProduct): { readonly model: string; readonly options: AxisOptions } {
  const axes = variantLayoutOf(view)?.levels.flatMap((level) => level.axes) ?? [];
  const options = axes.flatMap((axis) => {
    const optionSet = view.structure.attributes.get(foldKey(axis))?.optionSet ?? null;
    return optionSet === null ? [] : [[axis, optionSet] as const];
  });
  return { model: view.row.id, options: Object.fromEntries(options) };
}

/** Returns where the variants of a request are shown. */
export const shownPlace = ({ place: { channel, locale }, preview }: ShopContext) => ({
  channel,
  locale,
  preview,
});

/**
 * Returns true if a storefront shows a product. Row-level security shows live products alone; this repeats it for
 * connections that see all.
 */
function isVisible(product: ListedProduct, context: ShopContext): boolean | Promise<boolean> {
  const { place } = context;
  if (context.preview) return product.status !== 'archived';
  if (product.liveIn !== null)
    return (product.liveIn as readonly string[]).includes(`${place.channel}/${place.locale}`);
  return liveOf(product, context).then((live) =>
    live.some(({ channel, locale }) => channel === place.channel && locale === place.locale),
  );
}

const isSoldIn = (view: ProductView, channel: string): boolean =>
  effectiveChannelsOf(view)?.some((code) => foldKey(code) === foldKey(channel)) ?? true;

/** Object with values: a product or an entity. */
export interface HasValues {
  readonly view: Pick<ValuesView, 'values'>;
}

/** Returns the value of an exposed attribute in the context's channel and locale, others standing in; null for none. */
export function attributeValue(
  { view }: HasValues,
  code: string | undefined,
  context: ShopContext,
  flat: FlattenOptions = context.flat,
): JsonValue {
  const attribute = code === undefined ? undefined : context.structure.attributes.get(foldKey(code));
  return attribute === undefined ? null : flattenValue(view.values, attribute, flat);
}

/** Returns the value of what an attribute is for the products of the set. */
export const roleValue = (product: ShopProduct, role: ShopRole, context: ShopContext): JsonValue =>
  attributeValue(product, product.set.roles[role], context);
