import { foldKey } from '../../kernel/codes.ts';
import type { JsonValue } from '../../kernel/json.ts';
import {
  assembleView,
  channelsIn,
  type ListedProduct,
  listedProductLoader,
  liveOf,
  loadAncestors,
  type ProductView,
  variantsBelowLoader,
} from '../product/index.ts';
import { type FlatView, flatValue, type ValuesView } from '../values/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { DeliveredRole, ExposedSet } from './exposed-catalogue.ts';

/** A product as the fields of a shop resolve it. */
export interface DeliveredProduct {
  readonly view: ProductView;
  readonly set: ExposedSet;
  /** When what is shown of it changed last (RFC 3339). */
  readonly updatedAt: string;
  /** The variant that a list found it by: price, image and link are those of this one. */
  readonly match: DeliveredProduct | null;
}

const setsOf = new WeakMap<object, ReadonlyMap<string, ExposedSet>>();

/** The set of a product as the storefront exposes it; undefined for one that it does not. */
export function exposedSetOf(context: DeliveryContext, code: string | null): ExposedSet | undefined {
  const { catalogue } = context;
  const known = setsOf.get(catalogue) ?? new Map(catalogue.sets.map((set) => [foldKey(set.code), set]));
  setsOf.set(catalogue, known);
  return known.get(foldKey(code ?? ''));
}

/** A product that was read with `DELIVERED_PARTS`; null for one that the shop does not show. */
export async function deliver(
  product: ListedProduct,
  context: DeliveryContext,
  match: DeliveredProduct | null = null,
): Promise<DeliveredProduct | null> {
  const set = exposedSetOf(context, product.attributeSet);
  if (set === undefined) return null;
  const isShown = isVisible(product, context);
  if (!(isShown === true || (await isShown))) return null;
  const ancestors = product.parentId === null ? [] : await loadAncestors(product, context);
  const view = assembleView(product, context.structure, ancestors);
  if (context.preview && !isSoldIn(view, context.storefront.channel)) return null;
  return { view, set, updatedAt: String(product.effectiveUpdatedAt), match };
}

/** By UUID; null for one that is not there or not shown. */
export async function deliverById(
  id: string,
  context: DeliveryContext,
  matchId: string | null = null,
): Promise<DeliveredProduct | null> {
  const [product, match] = await Promise.all([
    context.load(listedProductLoader, id),
    matchId === null || matchId === id ? null : deliverById(matchId, context),
  ]);
  return product === null ? null : deliver(product, context, match);
}

/** The variants below a model that are shown, at any level. */
export async function variantsOf(
  { view }: DeliveredProduct,
  context: DeliveryContext,
): Promise<readonly DeliveredProduct[]> {
  if (view.row.type !== 'model') return [];
  const rows = (await context.load(variantsBelowLoader, view.row.id)) ?? [];
  const shown = await Promise.all(rows.map((row) => deliver(row, context)));
  return shown.filter((one) => one !== null);
}

/** Row-level security shows live products alone; said once more for connections that see all. */
function isVisible(product: ListedProduct, context: DeliveryContext): boolean | Promise<boolean> {
  const { place } = context;
  if (context.preview) return product.status !== 'archived';
  if (product.liveIn !== null)
    return (product.liveIn as readonly string[]).includes(`${place.channel}/${place.locale}`);
  return liveOf(product, context).then((live) =>
    live.some(({ channel, locale }) => channel === place.channel && locale === place.locale),
  );
}

const isSoldIn = (view: ProductView, channel: string): boolean =>
  channelsIn(view)?.some((code) => foldKey(code) === foldKey(channel)) ?? true;

/** What has values: a product or an entity. */
export interface WithValues {
  readonly view: Pick<ValuesView, 'values'>;
}

/** The value of an exposed attribute in the context's channel and locale, others standing in; null for none. */
export function attributeValue(
  { view }: WithValues,
  code: string | undefined,
  context: DeliveryContext,
  flat: FlatView = context.flat,
): JsonValue {
  const attribute = code === undefined ? undefined : context.structure.attributes.get(foldKey(code));
  return attribute === undefined ? null : flatValue(view.values, attribute, flat);
}

/** The value of what an attribute is for the products of the set. */
export const roleValue = (
  product: DeliveredProduct,
  role: DeliveredRole,
  context: DeliveryContext,
): JsonValue => attributeValue(product, product.set.roles[role], context);
