import type { CatalogueModule } from '../../kernel/operation.ts';
import { entitySearchSource } from './entity-search-rows.ts';
import { purgeEntitiesOf } from './purge-entities.ts';

const entitiesWhere = (condition: string) =>
  `SELECT wanted.key, 'Entity', entity.id, entity.code, entity.deleted_at
   FROM wanted JOIN public.entity ON entity.organization_id = $1::uuid AND ${condition}`;

export const entityModule: CatalogueModule = {
  usedBy: {
    entity_parent: entitiesWhere('entity.parent_id = wanted.id'),
    entity_type: entitiesWhere('entity.entity_type = wanted.code'),
    hierarchical_entity_type: entitiesWhere(
      'entity.entity_type = wanted.code AND entity.parent_id IS NOT NULL',
    ),
  },
  beforeDeletion: { entity_type: purgeEntitiesOf },
  searchSource: entitySearchSource,
};
