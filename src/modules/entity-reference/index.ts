// References of other modules to entity types and entities. The module stands below the modules that write these, which
// refer to attributes.
export {
  type EntityAddress,
  type EntityReference,
  entityKey,
  entityName,
  readEntityAddress,
} from './entity-key.ts';
export {
  entityByIdLoader,
  entityLoader,
  entityNameLoader,
  entityTypeLoader,
} from './entity-reference.loaders.ts';
export {
  type AddressedEntity,
  entityTypeCodes,
  loadAddressedEntities,
  loadEntityChoices,
  loadEntityLookups,
  loadEntityNames,
} from './entity-reference.store.ts';
