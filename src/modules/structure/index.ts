export {
  type CodeKind,
  type CodeLookup as CodeDirectory,
  type CodeReference as NamedCode,
  type CodeSet as KnownCodes,
  codeExists as isKnownCode,
  codesOfStructure,
  type StructureCodeKind,
  unknownCodes,
  unknownCodesError as refusalOfUnknownCodes,
} from './check-codes.ts';
export type { DisplayOrder } from './display-order.ts';
export {
  cachedStructure as assumeStructure,
  lockStructureForReading,
  readStructure,
} from './read-structure.ts';
export { labelSet, resolveSetLabel as resolveSetWord } from './set-labels.ts';
export { structureLoader } from './structure.loaders.ts';
export {
  type CatalogueStructure,
  type ChannelStructure,
  type EntityTypeStructure,
  fallbackOf,
  type LayoutStructure,
  type SetStructure,
} from './structure.ts';
