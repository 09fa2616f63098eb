export {
  ENTITY_PROPERTIES,
  type EntityProperties,
  type EntityPropertyFilteredBy,
} from './entity-properties.ts';
export {
  type CountedProperty,
  ENUM_PROPERTIES,
  type EnumProperty,
  type ExternalRef,
  type FilteredProperty,
  type FilterKindOf,
  isProductProperty,
  PRODUCT_PROPERTIES,
  PRODUCT_PROPERTY_KEYS,
  PRODUCT_STATUSES,
  PRODUCT_TYPES,
  type ProductProperties,
  type ProductProperty,
  type ProductPropertyKey,
  type ProductStatus,
  type ProductType,
  SET_PROPERTIES,
  type SetProperty,
  WORDS_PROPERTIES,
  type WordsProperty,
} from './product-properties.ts';
export type { FileForm, FilterKind, None, Property } from './property.ts';
export { resultColumns, takesPart } from './property.ts';
export { patchWords, WORDS_SCHEMA } from './words.ts';
