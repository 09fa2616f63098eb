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
  PRODUCT_PROPERTIES,
  PRODUCT_STATUSES,
  PRODUCT_TYPES,
  type ProductProperties,
  type ProductPropertyKey,
  type ProductStatus,
  type ProductType,
} from './product-properties.ts';
export type { FileForm, FilterKind, None, Property } from './property.ts';
export { takesPart } from './property.ts';
