import type { DomainModule } from '../../kernel/operation.ts';
import { rowsReferencing } from '../../platform/resource/usages.ts';

export const attributeModule: DomainModule = {
  usedBy: {
    attribute_group: rowsReferencing('Attribute', 'attribute."group" = wanted.code'),
    currency: rowsReferencing('Attribute', "attribute.validation -> 'required_currencies' ? wanted.code"),
    entity: rowsReferencing(
      'Attribute',
      'attribute.entity_type = wanted.owner AND attribute.default_value @> to_jsonb(wanted.code)',
    ),
    entity_type: rowsReferencing('Attribute', 'attribute.entity_type = wanted.code'),
    locale: rowsReferencing('Attribute', 'attribute.available_locales ? wanted.code'),
    measurement_family: rowsReferencing('Attribute', 'attribute.measurement_family = wanted.code'),
    media: rowsReferencing(
      'Attribute',
      `attribute.type IN ('media', 'media_list')
        AND attribute.default_value ? wanted.code`,
    ),
    option: rowsReferencing(
      'Attribute',
      'attribute.option_set = wanted.owner AND attribute.default_value @> to_jsonb(wanted.code)',
    ),
    option_set: rowsReferencing('Attribute', 'attribute.option_set = wanted.code'),
    unit: rowsReferencing(
      'Attribute',
      `attribute.measurement_family = wanted.owner
        AND (attribute.default_unit = wanted.code OR attribute.validation -> 'units' ? wanted.code)`,
    ),
  },
};
