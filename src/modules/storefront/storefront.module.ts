import type { CatalogueModule } from '../../kernel/operation.ts';
import { rowsNaming } from '../../platform/resource/usages.ts';

export const storefrontModule: CatalogueModule = {
  usedBy: {
    association_type: rowsNaming('Storefront', 'wanted.code = ANY(storefront.association_types)'),
    attribute: rowsNaming('Storefront', 'wanted.code = ANY(storefront.attributes)'),
    category: rowsNaming('Storefront', 'storefront.category_facets ? wanted.code'),
    channel: rowsNaming('Storefront', 'storefront.channel = wanted.code'),
    entity_type: rowsNaming('Storefront', 'wanted.code = ANY(storefront.entity_types)'),
  },
};
