export {
  ENTITY_PROPERTIES,
  type EntityProperties,
  type EntityPropertyFilteredBy,
} from './entity-properties.ts';
export { KEYWORDS_SCHEMA, patchKeywords } from './keywords.ts';
export {
  type CountedProperty,
  ENUM_PROPERTIES,
  type EnumProperty,
  type ExternalRef,
  type FilteredProperty,
  type FilterKindOf,
  isProductProperty,
  KEYWORDS_PROPERTIES,
  type KeywordsProperty,
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
} from './product-properties.ts';
export type {
  FilePropertyFormat,
  FilterKind,
  NotApplicable,
  PropertyDefinition,
} from './property.ts';
export { isApplicable, resultColumns } from './property.ts';
