export {
  type CodeKind,
  type CodeLookup,
  type CodeReference,
  type CodeSet,
  codeExists,
  codesOfStructure,
  type StructureCodeKind,
  unknownCodes,
  unknownCodesError,
} from './check-codes.ts';
export type { DisplayOrder } from './display-order.ts';
export {
  cachedStructure,
  lockStructureForReading,
  readStructure,
} from './read-structure.ts';
export { labelSet, resolveSetLabel } from './set-labels.ts';
export { structureLoader } from './structure.loaders.ts';
export {
  type CatalogueStructure,
  type ChannelStructure,
  type EntityTypeStructure,
  fallbackOf,
  type LayoutStructure,
  type SetStructure,
} from './structure.ts';
