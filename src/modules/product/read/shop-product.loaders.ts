import { defineLoader } from '../../../platform/loader.ts';
import { loadListedProducts, loadProductsById } from './listed-product.store.ts';
import type { ListedField, ListedProduct } from './listed-product.ts';
import {
  type AxisOptions,
  type InheritedCells,
  loadCellsBelow,
  loadDefaultVariants,
  pageOfVariants,
  type ShownPlace,
} from './variants-below.store.ts';

/** Parts from which a product is delivered to storefronts. */
export const SHOP_PRODUCT_FIELDS: ReadonlySet<ListedField> = new Set<ListedField>([
  ...([
    'sku',
    'type',
    'status',
    'attributeSet',
    'variantLayout',
    'parent',
    'channels',
    'categories',
  ] as const),
  ...(['externalRefs', 'family', 'values', 'live', 'slugs', 'effectiveUpdatedAt'] as const),
]);

/** Loads living products by UUID, with these parts. */
export const listedProductLoader = defineLoader<string, ListedProduct>({
  name: 'product.delivered',
  keyOf: (id) => id,
  async load(context, ids) {
    const rows = await loadProductsById(context, context.session.organizationId, ids, SHOP_PRODUCT_FIELDS);
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** The variants below a model, in the order of their axes. */
interface Below {
  /** UUID. */
  readonly model: string;
  readonly options: AxisOptions;
}

const optionsOf = (all: readonly Below[]): AxisOptions =>
  Object.assign({}, ...all.map(({ options }) => options)) as AxisOptions;

/** Loads the living variants below models, at any level, by the positions of their options and then by age. */
export const descendantVariantsLoader = defineLoader<Below, readonly ListedProduct[]>({
  name: 'product.variants_below',
  keyOf: ({ model }) => model,
  async load(context, requests) {
    const { organizationId } = context.session;
    const ids = requests.map(({ model }) => model);
    const page = pageOfVariants(organizationId, ids, optionsOf(requests));
    const { products } = await loadListedProducts(context, organizationId, page, SHOP_PRODUCT_FIELDS);
    return Map.groupBy(products, ({ position }) => String(position[0]));
  },
});

/**
 * Loads the UUID of the first of these variants that is shown in a scope, which is the same for all models of a
 * request.
 */
export const defaultVariantLoader = defineLoader<Below & { readonly place: ShownPlace }, string>({
  name: 'product.default_variant',
  keyOf: ({ model }) => model,
  async load(context, requests) {
    const [first] = requests;
    if (first === undefined) return new Map();
    const { organizationId } = context.session;
    const ids = requests.map(({ model }) => model);
    return loadDefaultVariants(context, organizationId, ids, first.place, optionsOf(requests));
  },
});

/** The cells of an attribute (stored code) that the shown variants below a model have. */
interface CellsAsked {
  /** UUID. */
  readonly model: string;
  readonly attribute: string;
  readonly place: ShownPlace;
}

const cellsKey = ({ model, attribute }: Pick<CellsAsked, 'model' | 'attribute'>) => `${model} ${attribute}`;

/** Loads each different cell once. The scope is the same for all models of a request. */
export const cellsBelowLoader = defineLoader<CellsAsked, readonly InheritedCells[]>({
  name: 'product.cells_below',
  keyOf: cellsKey,
  async load(context, requests) {
    const { organizationId } = context.session;
    const loadedGroups = await Promise.all(
      [...Map.groupBy(requests, ({ attribute }) => attribute)].map(async ([attribute, all]) => {
        const [first] = all;
        if (first === undefined) return [];
        const ids = all.map(({ model }) => model);
        const cells = await loadCellsBelow(context, organizationId, ids, first.place, attribute);
        return [...cells].map(([model, own]) => [cellsKey({ model, attribute }), own] as const);
      }),
    );
    return new Map(loadedGroups.flat());
  },
});
