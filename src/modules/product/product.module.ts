import type { UsedAs } from '../../kernel/module.ts';
import type { CatalogueModule } from '../../kernel/operation.ts';
import { indexedUsers } from '../../platform/resource/usages.ts';
import { purgeAllProducts } from './purge-products.ts';
import { productSearchSource } from './search-products.ts';
import { followConfiguration } from './structure-consequences.ts';

const productsWhere = (condition: string) =>
  `SELECT wanted.key, 'Product', product.id, product.sku, product.deleted_at
   FROM wanted JOIN public.product ON product.organization_id = $1::uuid AND ${condition}`;

/** Products that name an object themselves; values that do are the business of another module. */
const productsNaming = (kind: UsedAs, condition: string) =>
  indexedUsers(kind, {
    table: 'product',
    columns: "'Product', holder.id, holder.sku, holder.deleted_at",
    condition,
  });

export const productModule: CatalogueModule = {
  usedBy: {
    association_type: `SELECT wanted.key, 'Product', product.id, product.sku, product.deleted_at
      FROM wanted JOIN (
        SELECT organization_id, source_id, type FROM public.product_association
        UNION ALL SELECT organization_id, source_id, type FROM public.product_entity_association
      ) AS link ON link.organization_id = $1::uuid AND link.type = wanted.code
      JOIN public.product ON product.organization_id = link.organization_id AND product.id = link.source_id`,
    attribute_set: productsWhere('product.attribute_set = wanted.code'),
    category: productsNaming('category', 'holder.categories @> ARRAY[wanted.code]'),
    channel: productsNaming('channel', 'holder.channels ? wanted.code'),
    entity: `SELECT wanted.key, 'Product', product.id, product.sku, product.deleted_at
      FROM wanted JOIN public.product_entity_association AS link
        ON link.organization_id = $1::uuid AND link.entity_id = wanted.id
      JOIN public.product ON product.organization_id = $1::uuid AND product.id = link.source_id`,
    variant_layout: productsNaming(
      'variant_layout',
      'holder.attribute_set = wanted.owner AND lower(holder.variant_layout) = lower(wanted.code)',
    ),
  },
  onConfigurationChanged: followConfiguration,
  // They may be linked to entities of the type, which go with it.
  beforeDeletion: { entity_type: purgeAllProducts },
  searchSource: productSearchSource,
};
