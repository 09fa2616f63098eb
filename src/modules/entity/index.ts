import './entity-search-rows.ts';

export { createEntity } from './create-entity.ts';
export { deleteEntity } from './delete-entity.ts';
export { findAncestry as findEntityAncestry } from './entity.store.ts';
export type { EntityItem, EntityItemResult, EntityPatch, UpsertEntitiesInput } from './entity-input.ts';
export { searchEntities } from './entity-sheet.ts';
export { purgeDeletedEntities } from './purge-entities.store.ts';
export { getEntity, listEntities } from './read-entities.ts';
export { restoreEntity } from './restore-entity.ts';
export { updateEntity } from './update-entity.ts';
export { upsertEntities } from './upsert-entities.ts';
export { countFoundEntities, type WalkedEntity, walkEntities } from './walk-entities.ts';
