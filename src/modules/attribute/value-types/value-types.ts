import type { JsonValue } from '../../../kernel/json.ts';
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
  type CellPlace,
  EMPTY_VALUE,
  type ParsedValue,
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
  place: CellPlace,
): ParsedValue {
  return value === null ? EMPTY_VALUE : VALUE_TYPES[attribute.type].parse(value, attribute, context, place);
}

/** True when two canonical values of an attribute mean the same: `19.9` and `19.90` do, units are not converted. */
export function sameValue(attribute: AttributeDefinition, a: JsonValue, b: JsonValue): boolean {
  return VALUE_TYPES[attribute.type].same(a, b);
}
