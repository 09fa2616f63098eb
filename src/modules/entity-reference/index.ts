// How other rooms refer to entity types and entities; below the rooms that write them, which refer to attributes.
export { type EntityReference, entityKey } from './entity-key.ts';
export { entityLoader, entityTypeLoader } from './entity-reference.loaders.ts';
export {
  entityTypeCodes,
  loadEntityCodes,
  loadEntityLookups,
} from './entity-reference.store.ts';
