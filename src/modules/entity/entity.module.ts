import type { DomainModule } from '../../kernel/operation.ts';
import { usersEach } from '../../platform/resource/usages.ts';
import { previewEntityEffects } from './entity-effects.ts';
import { entitySearchSource } from './entity-search-rows.ts';
import { purgeEntitiesOf } from './purge-entities.ts';

const entitiesWhere = (condition: string) =>
  usersEach(`SELECT 'Entity', entity.id, entity.code, entity.deleted_at FROM public.entity
    WHERE entity.organization_id = $1::uuid AND ${condition}
      AND (entity.deleted_at IS NULL OR entity.deleted_at >= wanted.since)
    ORDER BY entity.code_key`);

export const entityModule: DomainModule = {
  usedBy: {
    entity_parent: entitiesWhere('entity.parent_id = wanted.id'),
    entity_type: entitiesWhere('entity.entity_type = wanted.code'),
    hierarchical_entity_type: entitiesWhere(
      'entity.entity_type = wanted.code AND entity.parent_id IS NOT NULL',
    ),
  },
  previewEffects: previewEntityEffects,
  beforeDeletion: { entity_type: purgeEntitiesOf },
  searchSource: entitySearchSource,
};
