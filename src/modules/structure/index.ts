export type { DisplayOrder } from './display-order.ts';
export { assumeStructure, lockStructureForReading, readStructure } from './read-structure.ts';
export { labelSet, resolveSetWord } from './set-words.ts';
export { structureLoader } from './structure.loaders.ts';
export {
  type CatalogueStructure,
  type ChannelStructure,
  type EntityTypeStructure,
  fallbackOf,
  type LayoutStructure,
  type SetStructure,
} from './structure.ts';
export {
  type CodeDirectory,
  type CodeKind,
  codesOfStructure,
  isKnownCode,
  type KnownCodes,
  type NamedCode,
  refusalOfUnknownCodes,
  type StructureCodeKind,
  unknownCodes,
} from './unknown-codes.ts';
