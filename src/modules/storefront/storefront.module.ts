import type { DomainModule } from '../../kernel/operation.ts';
import { rowsReferencing } from '../../platform/resource/usages.ts';

export const storefrontModule: DomainModule = {
  usedBy: {
    association_type: rowsReferencing('Storefront', 'wanted.code = ANY(storefront.association_types)'),
    attribute: rowsReferencing('Storefront', 'wanted.code = ANY(storefront.attributes)'),
    category: rowsReferencing('Storefront', 'storefront.category_facets ? wanted.code'),
    channel: rowsReferencing('Storefront', 'storefront.channel = wanted.code'),
    entity_type: rowsReferencing('Storefront', 'wanted.code = ANY(storefront.entity_types)'),
  },
};
