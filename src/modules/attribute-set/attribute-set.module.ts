import type { DomainModule } from '../../kernel/operation.ts';
import { rowsReferencing } from '../../platform/resource/usages.ts';

export const attributeSetModule: DomainModule = {
  usedBy: {
    attribute: rowsReferencing(
      'AttributeSet',
      "attribute_set.attributes @> jsonb_build_array(jsonb_build_object('code', wanted.code))",
    ),
    attribute_group: rowsReferencing(
      'AttributeSet',
      "attribute_set.attributes @> jsonb_build_array(jsonb_build_object('group', wanted.code))",
    ),
    channel: rowsReferencing('AttributeSet', 'attribute_set.required_attributes ? wanted.code'),
  },
};
