// References of other modules to entity types and entities. The module stands below the modules that write these, which
// refer to attributes.
export {
  type EntityIdentifier as EntityAddress,
  type EntityReference,
  entityKey,
  entityName,
  readEntityIdentifier as readEntityAddress,
} from './entity-key.ts';
export {
  entityByIdLoader,
  entityLoader,
  entityNameLoader,
  entityTypeLoader,
} from './entity-reference.loaders.ts';
export {
  type EntityWithId as AddressedEntity,
  entityTypeCodes,
  loadActiveEntities as loadEntityChoices,
  loadEntityLookups,
  loadEntityNames,
  lockEntitiesByIdentifier as loadAddressedEntities,
} from './entity-reference.store.ts';
