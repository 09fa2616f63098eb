import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import type { AttributeDefinition, AttributeType } from '../attribute-types.ts';
import { booleanValue } from './boolean-value.ts';
import { dateTimeValue, dateValue } from './date-value.ts';
import { entityListValue, entityValue } from './entity-value.ts';
import { measurementValue } from './measurement-value.ts';
import { mediaListValue, mediaValue } from './media-value.ts';
import { numberValue } from './number-value.ts';
import { priceValue } from './price-value.ts';
import { richTextValue } from './rich-text-value.ts';
import { multiSelectValue, selectValue } from './select-value.ts';
import { textValue } from './text-value.ts';
import {
  type CellContext,
  EMPTY_VALUE,
  type ExampleMetadata,
  type ListChange,
  type ListedCodes,
  type ParsedValue,
  type SchemaMetadata,
  type ValueType,
  type ValueTypeContext,
} from './value-type.ts';

const VALUE_TYPES: Readonly<Record<AttributeType, ValueType>> = {
  identifier: textValue,
  text: textValue,
  textarea: textValue,
  rich_text: richTextValue,
  number: numberValue,
  boolean: booleanValue,
  date: dateValue,
  datetime: dateTimeValue,
  select: selectValue,
  multi_select: multiSelectValue,
  price: priceValue,
  measurement: measurementValue,
  media: mediaValue,
  media_list: mediaListValue,
  entity: entityValue,
  entity_list: entityListValue,
};

/** Reads a value by the rules of its attribute; null, an empty text or an empty list means "no value". */
export function parseValue(
  value: JsonValue,
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  scope: CellContext,
): ParsedValue {
  return value === null ? EMPTY_VALUE : VALUE_TYPES[attribute.type].parse(value, attribute, context, scope);
}

/** Returns true if the values of an attribute are lists of codes, which codes are added to and removed from. */
export function isCodeList({ type }: AttributeDefinition): boolean {
  return VALUE_TYPES[type].change !== undefined;
}

/** Returns a list of codes after a change; null for an attribute of another type. See {@link ValueType.change}. */
export function applyListChange(
  list: readonly string[],
  change: ListChange,
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  scope: CellContext,
): ParsedValue | null {
  return VALUE_TYPES[attribute.type].change?.(list, change, attribute, context, scope) ?? null;
}

/** True when two canonical values of an attribute mean the same: `19.9` and `19.90` do, units are not converted. */
export function valuesEqual(attribute: AttributeDefinition, a: JsonValue, b: JsonValue): boolean {
  return VALUE_TYPES[attribute.type].same(a, b);
}

/** Returns the form in which the values of an attribute are written; see {@link ValueType.form}. */
export function valueNotation({ type }: AttributeDefinition): ValueType['form'] {
  return VALUE_TYPES[type].form;
}

/**
 * Returns JSON Schema (draft 2020-12) of a value of the attribute that is not empty; see {@link ValueType.jsonSchema}.
 */
export function valueSchema(attribute: AttributeDefinition, metadata: SchemaMetadata): JsonObject {
  return VALUE_TYPES[attribute.type].jsonSchema(attribute, metadata);
}

/** Returns a value that the attribute takes, in the form in which it is sent; undefined when none is known. */
export function exampleValue(
  attribute: AttributeDefinition,
  metadata: ExampleMetadata,
): JsonValue | undefined {
  const context = contextOf(metadata);
  const scope = { path: [], channel: null, locale: null, current: null, channelCurrencies: null };
  return VALUE_TYPES[attribute.type]
    .examples(attribute, metadata)
    .find((example) => parseValue(example, attribute, context, scope).problems === undefined);
}

/** Returns a context that looks values up in the lists of a schema. */
function contextOf(metadata: ExampleMetadata): ValueTypeContext {
  const find = ({ codes }: ListedCodes, code: string) =>
    codes.includes(code) ? { code, active: true } : undefined;
  return {
    findOption: (optionSet, code) => find(metadata.optionsOf(optionSet), code),
    optionLabels: () => [],
    findEntity: (entityType, code) => find(metadata.entitiesOf(entityType), code),
    entityCodes: () => [],
    findMeasurementFamily: (code) => metadata.findMeasurementFamily(code),
    currencies: metadata.currencies,
    today: metadata.today,
  };
}
