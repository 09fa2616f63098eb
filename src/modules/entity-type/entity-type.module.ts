import type { DomainModule } from '../../kernel/operation.ts';
import { rowsReferencing } from '../../platform/resource/usages.ts';

export const entityTypeModule: DomainModule = {
  usedBy: {
    attribute: rowsReferencing('EntityType', 'entity_type.attributes ? wanted.code'),
    channel: rowsReferencing('EntityType', 'entity_type.required_attributes ? wanted.code'),
  },
};
