import { foldKey } from '../../../kernel/codes.ts';
import { RequestError } from '../../../kernel/errors.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { unstorableReason } from '../../../kernel/text/storable-text.ts';
import { findProducts, productSlugs } from '../../product/index.ts';
import { findProductIds, type ProductFilter } from '../../search/index.ts';
import { slugKey } from '../../slug/index.ts';
import type { ShopContext } from '../shop-context.ts';
import { loadShopProduct, type ShopProduct } from '../shop-product.ts';
import { slugIn } from './product-fields.ts';

/** Key of a requested product: one of these. */
export interface ProductBy {
  readonly id?: string;
  readonly sku?: string;
  readonly slug?: string;
  readonly identifier?: { readonly attribute: string; readonly value: string };
  readonly externalRef?: { readonly system: string; readonly id: string };
}

/** Returns the product, or null for one that does not exist or is not shown. @throws RequestError `invalid-parameter` */
export async function findProduct(by: ProductBy, context: ShopContext): Promise<ShopProduct | null> {
  const texts = [by.sku, by.slug, by.identifier?.value, by.externalRef?.id];
  // Nothing can be called what cannot be stored.
  if (texts.some((text) => text !== undefined && unstorableReason(text) !== null)) return null;
  if (by.slug !== undefined) return findBySlug(by.slug, context);
  const id = await findId(by, context);
  return id === null ? null : loadShopProduct(id, context);
}

async function findId(by: ProductBy, context: ShopContext): Promise<string | null> {
  if (by.id !== undefined) return decodeIdOf('Product', by.id);
  if (by.sku !== undefined) return findSku(by.sku, context);
  if (by.identifier !== undefined) return findByFilter(identifierFilter(by.identifier, context), context);
  if (by.externalRef !== undefined) return findByFilter(externalRefFilter(by.externalRef, context), context);
  return null;
}

async function findSku(sku: string, context: ShopContext): Promise<string | null> {
  const [found] = await findProducts(context, context.session.organizationId, [foldKey(sku)], []);
  return found?.id ?? null;
}

/** Returns the product by its present slug in the context's locale; `redirect` resolves old ones. */
async function findBySlug(slug: string, context: ShopContext): Promise<ShopProduct | null> {
  const { place, session } = context;
  const key = { channel: place.channel, locale: place.locale, slug: slug.toLowerCase() };
  const owners = await productSlugs.loadOwners(context, session.organizationId, [key]);
  const id = owners.get(slugKey(key)) ?? (await findSku(slug, context));
  const product = id === null ? null : await loadShopProduct(id, context);
  if (product === null) return null;
  return slugIn(product, place.locale, context).toLowerCase() === slug.toLowerCase() ? product : null;
}

async function findByFilter(filter: ProductFilter, context: ShopContext): Promise<string | null> {
  const { structure, visibility } = context;
  const [id] = await findProductIds(context, { filter }, { structure, visibility }, 1);
  return id ?? null;
}

function identifierFilter(
  { attribute: name, value }: NonNullable<ProductBy['identifier']>,
  { catalogue }: ShopContext,
): ProductFilter {
  const all = catalogue.sets.flatMap(({ attributes }) =>
    attributes.filter(({ type }) => type === 'identifier'),
  );
  const identifierAttribute = all.find(
    (attribute) => attribute.name === name || foldKey(attribute.code) === foldKey(name),
  );
  if (identifierAttribute !== undefined)
    return { attributes: [{ attribute: identifierAttribute.code, eq: value }] };
  const suggestions = suggest(name, new Set(all.map((attribute) => attribute.name)));
  const message = withSuggestions(localized('not-found', { kind: 'identifier', ref: name }), suggestions);
  throw new RequestError('invalid-parameter', message, { parameter: 'by', suggestions });
}

function externalRefFilter(
  { system, id }: NonNullable<ProductBy['externalRef']>,
  { catalogue }: ShopContext,
): ProductFilter {
  const { externalSystems } = catalogue;
  const externalSystem = externalSystems.find((one) => foldKey(one) === foldKey(system));
  if (externalSystem !== undefined)
    return { externalRefs: [{ system: externalSystem, eq: id }] } as unknown as ProductFilter;
  const suggestions = suggest(system, externalSystems);
  const message = withSuggestions(localized('not-found', { kind: 'system', ref: system }), suggestions);
  throw new RequestError('invalid-parameter', message, { parameter: 'by', suggestions });
}
