import { defineLoader } from '../../../platform/loader.ts';
import { countReferences, type UserCount } from '../../../platform/resource/usages.ts';
import { type EntityReference, entityKey } from '../../entity-reference/index.ts';

/** The number of living products and entities that name an entity (stored codes) themselves; null for none. */
export const entityUsesLoader = defineLoader<EntityReference & { readonly id: string }, UserCount>({
  name: 'entity.uses',
  keyOf: entityKey,
  load: (context, entities) =>
    countReferences(
      context,
      'entity',
      ['Product', 'Entity'],
      entities.map(({ entityType, code, id }) => ({ owner: entityType, code, id })),
    ),
});
