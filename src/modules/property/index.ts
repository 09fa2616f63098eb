export {
  ENTITY_PROPERTIES,
  type EntityProperties,
  type EntityPropertyFilteredBy,
} from './entity-properties.ts';
export { KEYWORDS_SCHEMA as WORDS_SCHEMA, patchKeywords as patchWords } from './keywords.ts';
export {
  type CountedProperty,
  ENUM_PROPERTIES,
  type EnumProperty,
  type ExternalRef,
  type FilteredProperty,
  type FilterKindOf,
  isProductProperty,
  KEYWORDS_PROPERTIES as WORDS_PROPERTIES,
  type KeywordsProperty as WordsProperty,
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
  FilePropertyFormat as FileForm,
  FilterKind,
  NotApplicable as None,
  PropertyDefinition as Property,
} from './property.ts';
export { isApplicable as takesPart, resultColumns } from './property.ts';
