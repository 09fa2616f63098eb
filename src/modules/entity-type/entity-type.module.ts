import type { CatalogueModule } from '../../kernel/operation.ts';
import { rowsNaming } from '../../platform/resource/usages.ts';

export const entityTypeModule: CatalogueModule = {
  usedBy: {
    attribute: rowsNaming('EntityType', 'entity_type.attributes ? wanted.code'),
    channel: rowsNaming('EntityType', 'entity_type.required_attributes ? wanted.code'),
  },
};
