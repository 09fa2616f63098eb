import { defineLoader } from '../../../platform/loader.ts';
import { countUsers } from '../../../platform/resource/usages.ts';
import { type EntityReference, entityKey } from '../../entity-reference/index.ts';

/** How many living products name an entity (stored codes) themselves; null for none. */
export const entityUsesLoader = defineLoader<EntityReference & { readonly id: string }, number>({
  name: 'entity.uses',
  keyOf: entityKey,
  load: (context, entities) =>
    countUsers(
      context,
      'entity',
      ['Product', 'Entity'],
      entities.map(({ entityType, code, id }) => ({ owner: entityType, code, id })),
    ),
});
