import { defineLoader } from '../../../platform/loader.ts';
import { loadListedProducts, loadNamedProducts } from './listed-product.store.ts';
import type { ListedPart, ListedProduct } from './listed-product.ts';

/** What front ends are shown of a product is made of these. */
export const DELIVERED_PARTS: ReadonlySet<ListedPart> = new Set<ListedPart>([
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

/** Living products by UUID, with these parts. */
export const listedProductLoader = defineLoader<string, ListedProduct>({
  name: 'product.delivered',
  keyOf: (id) => id,
  async load(context, ids) {
    const rows = await loadNamedProducts(context, context.session.organizationId, ids, DELIVERED_PARTS);
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** Variants of one family that front ends are shown at most. */
const MOST_VARIANTS = 1_000;

/** The living variants below models, at any level, by the UUID of the model and in the order of their creation. */
export const variantsBelowLoader = defineLoader<string, readonly ListedProduct[]>({
  name: 'product.variants_below',
  keyOf: (id) => id,
  async load(context, ids) {
    const { organizationId } = context.session;
    const text = `SELECT variant.id, jsonb_build_array(model.id) AS position, row_number() OVER (ORDER BY variant.id) AS place
      FROM unnest($1::uuid[]) AS model (id) CROSS JOIN LATERAL (
        SELECT id FROM public.product
        WHERE organization_id = $2::uuid AND (parent_id = model.id OR root_id = model.id) AND type = 'variant'
          AND deleted_at IS NULL ORDER BY id LIMIT ${MOST_VARIANTS}) AS variant`;
    const page = { text, parameters: [[...ids], organizationId] };
    const { products } = await loadListedProducts(context, organizationId, page, DELIVERED_PARTS);
    return Map.groupBy(products, ({ position }) => String(position[0]));
  },
});
