import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import { countEntities } from './entity-type.store.ts';

/** Loads the number of living entities of a type, by the type's stored code; null for none. */
export const entitiesCountLoader = defineLoader<string, number>({
  name: 'entity_type.entities_count',
  keyOf: foldKey,
  load: (context, types) => countEntities(context, context.session.organizationId, types),
});
