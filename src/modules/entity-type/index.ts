export { entityTypeModule } from './entity-type.module.ts';
export {
  deleteEntityType,
  entityTypeResource,
  updateEntityType,
  upsertEntityTypes,
} from './entity-type.resource.ts';
export { type EntityTypeDocument, entityTypeStore } from './entity-type.store.ts';
