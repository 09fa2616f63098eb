import type { CatalogueModule } from '../../kernel/operation.ts';
import { rowsNaming } from '../../platform/resource/usages.ts';

export const attributeModule: CatalogueModule = {
  usedBy: {
    attribute_group: rowsNaming('Attribute', 'attribute."group" = wanted.code'),
    currency: rowsNaming('Attribute', "attribute.validation -> 'required_currencies' ? wanted.code"),
    entity: rowsNaming(
      'Attribute',
      'attribute.entity_type = wanted.owner AND attribute.default_value @> to_jsonb(wanted.code)',
    ),
    entity_type: rowsNaming('Attribute', 'attribute.entity_type = wanted.code'),
    locale: rowsNaming('Attribute', 'attribute.available_locales ? wanted.code'),
    measurement_family: rowsNaming('Attribute', 'attribute.measurement_family = wanted.code'),
    media: rowsNaming(
      'Attribute',
      `attribute.type IN ('media', 'media_list')
        AND attribute.default_value ? wanted.code`,
    ),
    option: rowsNaming(
      'Attribute',
      'attribute.option_set = wanted.owner AND attribute.default_value @> to_jsonb(wanted.code)',
    ),
    option_set: rowsNaming('Attribute', 'attribute.option_set = wanted.code'),
    unit: rowsNaming(
      'Attribute',
      `attribute.measurement_family = wanted.owner
        AND (attribute.default_unit = wanted.code OR attribute.validation -> 'units' ? wanted.code)`,
    ),
  },
};
