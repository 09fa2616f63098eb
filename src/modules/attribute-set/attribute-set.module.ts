import type { CatalogueModule } from '../../kernel/operation.ts';
import { rowsNaming } from '../../platform/resource/usages.ts';

export const attributeSetModule: CatalogueModule = {
  usedBy: {
    attribute: rowsNaming(
      'AttributeSet',
      "attribute_set.attributes @> jsonb_build_array(jsonb_build_object('code', wanted.code))",
    ),
    attribute_group: rowsNaming(
      'AttributeSet',
      "attribute_set.attributes @> jsonb_build_array(jsonb_build_object('group', wanted.code))",
    ),
    channel: rowsNaming('AttributeSet', 'attribute_set.required_attributes ? wanted.code'),
  },
};
