// References of other modules to entity types and entities. The module stands below the modules that write these, which
// refer to attributes.
export {
  type EntityIdentifier,
  type EntityReference,
  entityKey,
  entityName,
  readEntityIdentifier,
} from './entity-key.ts';
export {
  entityByIdLoader,
  entityLoader,
  entityNameLoader,
  entityTypeLoader,
} from './entity-reference.loaders.ts';
export {
  type EntityWithId,
  entityTypeCodes,
  loadActiveEntities,
  loadEntityLookups,
  loadEntityNames,
  loadEntityRows,
  loadEntityRowsById,
  lockEntitiesByIdentifier,
} from './entity-reference.store.ts';
