import type { ReferenceKind } from '../../kernel/module.ts';
import type { DomainModule } from '../../kernel/operation.ts';
import { indexedUsers, usersEach } from '../../platform/resource/usages.ts';
import { previewProductEffects } from './recompute/effects.ts';
import { onStructureChange } from './recompute/on-structure-change.ts';
import { productSearchSource } from './recompute/search-products.ts';
import { purgeAllProducts } from './write/purge-products.ts';

/**
 * Returns the living products, and those deleted lately, among the ids that a query finds by an index alone. Each is
 * looked up by its id, because PostgreSQL would else read all products for a few thousand.
 */
const productsAmong = (ids: string) =>
  usersEach(`SELECT 'Product', product.id, product.sku, product.deleted_at FROM (${ids}) AS named (id)
    CROSS JOIN LATERAL (SELECT id, sku, deleted_at FROM public.product
      WHERE product.organization_id = $1::uuid AND product.id = named.id OFFSET 0) AS product
    WHERE product.deleted_at IS NULL OR product.deleted_at >= wanted.since`);

const productsLinked = (table: string, condition: string) =>
  productsAmong(`SELECT link.source_id FROM public.${table} AS link
    WHERE link.organization_id = $1::uuid AND ${condition} ORDER BY link.source_id`);

/** Returns the products that name an object themselves; values that do are the business of another module. */
const productsNaming = (kind: ReferenceKind, condition: string) =>
  indexedUsers(kind, {
    table: 'product',
    columns: "'Product', holder.id, holder.sku, holder.deleted_at",
    condition,
  });

export const productModule: DomainModule = {
  usedBy: {
    association_type: ['product_association', 'product_entity_association']
      .map((table) => productsLinked(table, 'link.type = wanted.code'))
      .join(' UNION ALL '),
    attribute_set: productsAmong(`SELECT holder.id FROM public.product AS holder
      WHERE holder.organization_id = $1::uuid AND holder.attribute_set = wanted.code ORDER BY holder.id`),
    category: productsNaming('category', 'holder.categories @> ARRAY[wanted.code]'),
    channel: productsNaming('channel', 'holder.channels ? wanted.code'),
    entity: productsLinked('product_entity_association', 'link.entity_id = wanted.id'),
    variant_layout: productsNaming(
      'variant_layout',
      'holder.attribute_set = wanted.owner AND lower(holder.variant_layout) = lower(wanted.code)',
    ),
  },
  onConfigurationChanged: onStructureChange,
  previewEffects: previewProductEffects,
  // They may be linked to entities of the type, which go with it.
  beforeDeletion: { entity_type: purgeAllProducts },
  searchSource: productSearchSource,
};
