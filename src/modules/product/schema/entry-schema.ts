import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import {
  type AttributeDefinition,
  emptyScalar,
  enumSchema,
  isCodeList,
  type SchemaMetadata,
  valueNotation,
  valueSchema,
} from '../../attribute/index.ts';
import { localesOf, type SchemaScope } from './schema-scope.ts';

/**
 * Returns the schemas of what may stand under an attribute in `values`: a bare value where that is clear, one cell,
 * several cells, or null. The attribute's own parts are defined as `<code>.value` and `<code>.cell`; codes have no
 * dots.
 */
export function entrySchema(
  attribute: AttributeDefinition,
  scope: SchemaScope,
  metadata: SchemaMetadata,
): JsonObject {
  const { code, localizable, scopable } = attribute;
  const isPlain = !localizable && !scopable;
  const mayStandBare = isPlain && valueNotation(attribute) === 'scalar';
  const value = () => cellValue(attribute, metadata);
  const valueRef = mayStandBare ? metadata.refer(`${code}.value`, value) : value();
  const cell = metadata.refer(`${code}.cell`, () => cellSchema(attribute, valueRef, scope, metadata));
  const bare = mayStandBare ? valueRef : isPlain ? emptyScalar(metadata) : { type: 'null' };
  return { anyOf: [bare, cell, { type: 'array', items: cell, minItems: 1 }] };
}

/** Returns the schema of the contents of a cell: nothing, or a value. */
function cellValue(attribute: AttributeDefinition, metadata: SchemaMetadata): JsonObject {
  const schema = valueSchema(attribute, metadata);
  const empty =
    valueNotation(attribute) === 'list'
      ? metadata.refer('empty_list', () => ({ enum: [null, '', []], description: 'No value.' }))
      : emptyScalar(metadata);
  const { anyOf, ...more } = schema;
  return Array.isArray(anyOf) ? { ...more, anyOf: [empty, ...anyOf] } : { anyOf: [empty, schema] };
}

function cellSchema(
  attribute: AttributeDefinition,
  value: JsonObject,
  scope: SchemaScope,
  metadata: SchemaMetadata,
): JsonObject {
  const locales = localesOf(attribute, scope.locales);
  return {
    ...cellFrame(attribute, scope, metadata),
    type: 'object',
    properties: {
      value,
      ...(attribute.localizable && attribute.availableLocales !== null && { locale: enumSchema(locales) }),
    },
  };
}

/** Returns the schema of the cells of all attributes that have values for the same kind of scope. */
function cellFrame(
  attribute: AttributeDefinition,
  { channels, locales }: SchemaScope,
  { refer }: SchemaMetadata,
): JsonObject {
  const { localizable, scopable } = attribute;
  const none = { type: 'null' };
  const isList = isCodeList(attribute);
  const name = `${localizable ? 'localized_' : ''}${scopable ? 'scoped_' : ''}${isList ? 'list_' : ''}cell`;
  return refer(name, () => ({
    type: 'object',
    properties: {
      channel: scopable ? enumSchema(channels.map(({ code }) => code)) : none,
      locale: localizable ? enumSchema(locales) : none,
      value: true,
      source: { enum: ['own', 'inherited', 'fallback', null], description: SOURCE },
      in_set: { description: 'Returned by reads; ignored in writes.' },
      partial: { type: ['boolean', 'null'], description: PARTIAL },
      ...(isList && LIST_CHANGE),
    },
    required: [
      ...(isList ? [] : ['value']),
      ...(scopable ? ['channel'] : []),
      ...(localizable ? ['locale'] : []),
    ],
    additionalProperties: false,
    ...(isList && { allOf: [VALUE_OR_CHANGE] }),
    ...(scopable && localizable && { anyOf: channels.map(localesInChannel) }),
  }));
}

const PARTIAL =
  'Prices in currencies that `value` does not name stay, and an amount of null removes one; false replaces all prices.';

const CODES = { type: ['array', 'null'], items: { type: 'string' } };

const LIST_CHANGE = {
  add: { ...CODES, description: 'Instead of `value`: codes that the list gets at its end.' },
  remove: { ...CODES, description: 'Instead of `value`: codes that the list loses.' },
};

/** A cell has its whole value, or what to add and remove. */
const VALUE_OR_CHANGE = {
  anyOf: [
    { properties: { value: true, add: { type: 'null' }, remove: { type: 'null' } }, required: ['value'] },
    { properties: { value: { type: 'null' }, add: { type: 'array' } }, required: ['add'] },
    { properties: { value: { type: 'null' }, remove: { type: 'array' } }, required: ['remove'] },
  ],
};

const SOURCE = 'Returned by reads; inherited and fallback values are skipped.';

const localesInChannel = ({ code, locales }: SchemaScope['channels'][number]): JsonValue => ({
  properties: { channel: { const: code }, locale: enumSchema([...locales]) },
});
