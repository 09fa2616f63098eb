export { entityModule } from './entity.module.ts';
export {
  type EntityContent,
  entityNotFoundError,
  entityRows,
  findAncestry as findEntityAncestry,
  loadContents as loadEntityContents,
  lockContents as lockEntityContents,
} from './entity.store.ts';
export type { EntityState } from './history/entity-state.store.ts';
export { entityStateDocument } from './history/entity-state-document.ts';
export { entityStatesAt } from './history/entity-states.ts';
export { purgeEntities } from './purge-entities.ts';
export { getEntity, listEntities } from './read/read-entities.ts';
export {
  countMatchingEntities,
  type ScannedEntity,
  scanEntities,
} from './read/scan-entities.ts';
export { createEntity } from './write/create-entity.ts';
export { deleteEntity } from './write/delete-entity.ts';
export type { EntityItem, EntityItemResult, EntityPatch, UpsertEntitiesInput } from './write/entity-input.ts';
export { restoreEntity } from './write/restore-entity.ts';
export { type EntityRevertItem, revertEntities } from './write/revert-entities.ts';
export { updateEntity } from './write/update-entity.ts';
export { upsertEntities } from './write/upsert-entities.ts';
