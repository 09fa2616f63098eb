export { entityTypeModule } from './entity-type.module.ts';
export {
  createEntityType,
  deleteEntityType,
  getEntityType,
  listEntityTypes,
  updateEntityType,
  upsertEntityTypes,
} from './entity-type.operations.ts';
export { type EntityTypeDocument, entityTypeStore } from './entity-type.store.ts';
