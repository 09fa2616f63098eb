export { attributeModule } from './attribute.module.ts';
export {
  attributeLoader,
  attributeResource,
  deleteAttribute,
  updateAttribute,
  upsertAttributes,
} from './attribute.resource.ts';
export { type AttributeDocument, attributeStore, toAttributeDefinition } from './attribute.store.ts';
export { canonicalAttribute, checkAttributeRules } from './attribute-rules.ts';
export {
  ATTRIBUTE_TYPES,
  type AttributeDefinition,
  type AttributeType,
  type AttributeTypeMetadata,
  type TextFormat,
  type Validation,
  type ValueShape,
} from './attribute-types.ts';
export { isCalendarDate, toUtcTimestamp } from './value-types/formats/calendar.ts';
export { mapHtmlText, readHtml } from './value-types/formats/html-content.ts';
export { checkFormat } from './value-types/formats/text-format.ts';
export { codeSchema, emptyScalar, enumSchema } from './value-types/json-schema.ts';
export { isMeasurement, type Measurement } from './value-types/measurement-value.ts';
export { checkMediaRules } from './value-types/media-value.ts';
export { type Price, pricesOf } from './value-types/price-value.ts';
export type {
  CellContext,
  ExampleMetadata,
  ListChange,
  ListedCodes,
  OptionMetadata,
  ParsedValue,
  SchemaMetadata,
  ValueTypeContext,
} from './value-types/value-type.ts';
export {
  applyListChange,
  exampleValue,
  isCodeList,
  parseValue,
  valueNotation,
  valueSchema,
  valuesEqual,
} from './value-types/value-types.ts';
