import './entity-search-rows.ts';

export { findAncestry as findEntityAncestry } from './entity.store.ts';
export { purgeDeletedEntities } from './purge-entities.store.ts';
export { searchEntities } from './read/entity-sheet.ts';
export { getEntity, listEntities } from './read/read-entities.ts';
export { countFoundEntities, type WalkedEntity, walkEntities } from './read/walk-entities.ts';
export { createEntity } from './write/create-entity.ts';
export { deleteEntity } from './write/delete-entity.ts';
export type { EntityItem, EntityItemResult, EntityPatch, UpsertEntitiesInput } from './write/entity-input.ts';
export { restoreEntity } from './write/restore-entity.ts';
export { updateEntity } from './write/update-entity.ts';
export { upsertEntities } from './write/upsert-entities.ts';
