import { defineRead, type ReadContext } from '../../../kernel/operation.ts';
import { createRequestLoaders } from '../../../platform/loader.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { PRODUCT_PROPERTY_KEYS, type ProductProperties } from '../../property/index.ts';
import {
  ALL_PRODUCTS,
  countProductSearch,
  type ProductFilter,
  prepareProductSearch,
} from '../../search/index.ts';
import { type CatalogueStructure, readStructure } from '../../structure/index.ts';
import { levelOf, resolveValues, type Values } from '../../values/index.ts';
import { type LoadedLink, loadLinks } from '../links/association.store.ts';
import { type LoadedEntityLink, loadEntityLinks } from '../links/entity-link.store.ts';
import { findProducts, loadRows } from '../model/product.store.ts';
import { variantPlacement } from '../model/product-completeness.ts';
import type { ProductRow } from '../model/product-row.ts';
import { loadListedProducts } from './listed-product.store.ts';
import type { ListedField, ListedProduct } from './listed-product.ts';
import { productLabel } from './product-data.ts';
import { productView } from './product-view.ts';

/** All products that a filter finds, archived ones as the filter requests; null: really all. */
export interface ProductScan {
  readonly filter: ProductFilter | null;
  /** True if values contain those that products inherit, see {@link withInheritedValues}. */
  readonly withInherited?: boolean;
  /** True if products have their labels, in `labelLocale`; null there: in the default locale. */
  readonly label?: boolean;
  readonly labelLocale?: string | null;
}

export interface ScanCursor {
  /** Cursor behind the last product of the page before; null: from the first. */
  readonly after: string | null;
  readonly size: number;
}

/** A product's own contents; codes in their stored case. */
export interface ScannedProduct extends ProductProperties {
  readonly values: Values;
  /** Links in their order. */
  readonly links: readonly LoadedLink[];
  readonly entityLinks: readonly LoadedEntityLink[];
  /** Label of the product; null for none, left out where it was not requested. */
  readonly label?: string | null;
}

export interface ScanPage<Item> {
  readonly items: readonly Item[];
  /** Cursor behind the page; null when it was the last one. */
  readonly next: string | null;
}

const optionsOf = ({ filter }: ProductScan) => ({
  visibility: ALL_PRODUCTS,
  withArchived: filter === null,
});

/** Counts the products that a filter finds. */
export const countMatchingProducts = defineRead({
  name: 'countFoundProducts',
  scope: 'products:read',
  errors: [],
  handler: (context: ReadContext, selection: ProductScan): Promise<number> =>
    countProductSearch(context, { filter: selection.filter }, optionsOf(selection)),
});

const PARTS: ReadonlySet<ListedField> = new Set([...PRODUCT_PROPERTY_KEYS, 'values']);
/** Parts with the data that identify the models above. */
const WITH_FAMILY: ReadonlySet<ListedField> = new Set([...PARTS, 'family']);

/** Returns the properties of a row as they are, with the SKU of its parent. */
function propertiesOf(row: ListedProduct, parent: string | null): ProductProperties {
  const own = PRODUCT_PROPERTY_KEYS.map((key) => [key, key === 'parent' ? parent : row[key]]);
  return Object.fromEntries(own) as ProductProperties;
}

/** Returns a page of a traversal of products by SKU: concurrent writes neither repeat nor hide others. */
export const scanProducts = defineRead({
  name: 'walkProducts',
  scope: 'products:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { after, size, ...selection }: ProductScan & ScanCursor,
  ): Promise<ScanPage<ScannedProduct>> {
    const { organizationId } = context.session;
    const query = { filter: selection.filter, sort: [{ field: 'key', direction: 'asc' }], after } as const;
    const search = await prepareProductSearch(context, query, { ...optionsOf(selection), size });
    const parts = selection.withInherited === true || selection.label === true ? WITH_FAMILY : PARTS;
    const { products } = await loadListedProducts(context, organizationId, search.statement, parts);
    const pageProducts = products.slice(0, size);
    const ids = pageProducts.map(({ id }) => id);
    const parentIds = [...new Set(pageProducts.flatMap(({ parentId }) => parentId ?? []))];
    const [valuesOf, labels, parents, links, entityLinks] = await Promise.all([
      selection.withInherited === true ? readInherited(context, pageProducts) : ownValues,
      selection.label === true ? readLabels(context, pageProducts, selection.labelLocale ?? null) : [],
      parentIds.length === 0 ? [] : findProducts(context, organizationId, [], parentIds),
      loadLinks(context, organizationId, ids),
      loadEntityLinks(context, organizationId, ids),
    ]);
    const skus = new Map(parents.map(({ id, sku }) => [id, sku]));
    const linksOf = bySource(links);
    const entityLinksOf = bySource(entityLinks);
    const last = pageProducts.at(-1);
    return {
      items: pageProducts.map((row, index) => ({
        ...propertiesOf(row, row.parentId === null ? null : (skus.get(row.parentId) ?? null)),
        values: valuesOf(row),
        links: linksOf(row.id),
        entityLinks: entityLinksOf(row.id),
        ...(selection.label === true && { label: labels[index] ?? null }),
      })),
      next: products.length > size && last !== undefined ? search.cursorAfter(last.position) : null,
    };
  },
});

const ownValues = ({ valuesText }: ListedProduct): Values => JSON.parse(valuesText ?? '{}') as Values;

/** Reads what is above products, so that their values contain what they inherit. */
async function readInherited(context: ReadContext, products: readonly ListedProduct[]) {
  const { organizationId } = context.session;
  const below = products.filter(({ parentId }) => parentId !== null);
  const ids = below.flatMap(({ id, parentId, rootId }) => [id, parentId, rootId]).filter((id) => id !== null);
  const [structure, loaded] = await Promise.all([
    readStructure(context),
    ids.length === 0 ? [] : loadRows(context, organizationId, [...new Set(ids)]),
  ]);
  const rows = new Map(loaded.map((row) => [row.id, row]));
  return (product: ListedProduct): Values => {
    const { id, parentId, rootId } = product;
    const row = rows.get(id);
    const ancestors = [...new Set([parentId, rootId])].flatMap((one) => rows.get(one ?? '') ?? []);
    return row === undefined || ancestors.length === 0
      ? ownValues(product)
      : withInheritedValues(structure, row, ancestors);
  };
}

/** Returns the labels of products; null for those without a name. */
async function readLabels(
  context: PrismaReadContext,
  products: readonly ListedProduct[],
  locale: string | null,
): Promise<readonly (string | null)[]> {
  const loads = createRequestLoaders(context);
  return Promise.all(
    products.map(async (product) => {
      const label = await productLabel(await productView(product, loads), { locale, fallback: true }, loads);
      return label === `[${product.sku}]` ? null : label;
    }),
  );
}

/** A product that was found. */
export interface ScannedMatch {
  /** UUID. */
  readonly id: string;
  readonly sku: string;
  /** UUID of the model on top of its family, itself for that one; null for products without a family. */
  readonly family: string | null;
  /** Number of models above it: 0 to 2. */
  readonly level: number;
}

const KEYS: ReadonlySet<ListedField> = new Set(['sku', 'type', 'family']);

/**
 * Returns a page of a traversal of the matches of a search, archived ones as the filter requests, in the order of
 * creation.
 */
export const scanMatchingProducts = defineRead({
  name: 'walkFoundProducts',
  scope: 'products:write',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { filter, after, size }: ScanCursor & { readonly filter: ProductFilter },
  ): Promise<ScanPage<ScannedMatch>> {
    const search = await prepareProductSearch(context, { filter, after }, { visibility: ALL_PRODUCTS, size });
    const { organizationId } = context.session;
    const { products } = await loadListedProducts(context, organizationId, search.statement, KEYS);
    const pageProducts = products.slice(0, size);
    const last = pageProducts.at(-1);
    return {
      items: pageProducts.map(({ id, sku, type, rootId, level }) => ({
        id,
        sku,
        level,
        family: rootId ?? (type === 'simple' ? null : id),
      })),
      next: products.length > size && last !== undefined ? search.cursorAfter(last.position) : null,
    };
  },
});

function bySource<Link extends { readonly sourceId: string }>(links: readonly Link[]) {
  const linksBySource = Map.groupBy(links, ({ sourceId }) => sourceId);
  return (id: string): readonly Link[] => linksBySource.get(id) ?? [];
}

/**
 * Returns the own values of a product and, of attributes that its variant layout places on a model above, those it
 * inherits. These are the ones that imports ignore when they repeat the value of the model.
 *
 * @param ancestors nearest first, the root model last
 */
function withInheritedValues(
  structure: CatalogueStructure,
  row: ProductRow,
  ancestors: readonly ProductRow[],
): Values {
  const placement = variantPlacement(structure, row, ancestors.at(-1) ?? row);
  if (placement === undefined) return row.values;
  const isAbove = (code: string) => levelOf(placement.layout, code) < placement.level;
  const above = ancestors.map(({ values }) =>
    Object.fromEntries(Object.entries(values).filter(([code]) => isAbove(code))),
  );
  return resolveValues(row.values, above);
}
