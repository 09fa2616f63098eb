import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { type JsonSchema, SERVER_SET_CELL_KEYS } from '../manifest/json-schema.ts';

/**
 * Returns the arguments of a tool as `tools/list` shows them. Each argument, and each key of the entries of a list, has
 * its schema and the first sentence of its description. What is nested deeper has its form in words: `{add, remove:
 * [string]}`. The short schema accepts all that the whole one does; the server checks each call against the whole one.
 */
export function summarizeArguments(schema: JsonSchema): JsonSchema {
  return withProperties(schema, shortArgument);
}

/**
 * Returns the response of a tool as `tools/list` shows it: its keys with their types, and nothing that is nested in
 * them.
 */
export function topLevelKeys(schema: JsonSchema): JsonSchema {
  return withProperties(schema, (one) => {
    const types = typesOf(one);
    return types === null ? {} : { type: types.length === 1 ? (types[0] ?? 'null') : types };
  });
}

function withProperties(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  if (!isJsonObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([key, one]) => [
    key,
    isJsonObject(one) ? change(one) : one,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as JsonObject };
}

function shortArgument(schema: JsonSchema): JsonSchema {
  const { items } = schema;
  if (isPlain(schema)) return withoutWidth(schema);
  if (!isJsonObject(items) || items.properties === undefined) return describeForm(schema);
  const { description: _ofEntry, ...entry } = withProperties(items, shortKey);
  return { ...schema, items: entry };
}

/** Returns a key of the entries of a list. */
function shortKey(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  const [first] = String(description ?? '').split(/(?<=\.) (?=[A-Z])/);
  const brief = first === '' ? rest : { ...rest, description: first ?? '' };
  return isPlain(brief) ? withoutWidth(brief) : describeForm(brief);
}

/** Returns true if a schema is a scalar, an enum, a list of them, or an object without a description of its content. */
function isPlain({ properties, additionalProperties, anyOf, items }: JsonSchema): boolean {
  if (properties !== undefined || isJsonObject(additionalProperties) || anyOf !== undefined) return false;
  return !isJsonObject(items) || isPlain(items);
}

/** Returns the schema without the limits of 32 bits; a problem reports them to clients that send a larger integer. */
function withoutWidth({ minimum, maximum, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(minimum === undefined || minimum === -(2 ** 31) ? {} : { minimum }),
    ...(maximum === undefined || maximum === 2 ** 31 - 1 ? {} : { maximum }),
  };
}

/** Returns the schema of an argument of which all that is nested stands in its description. */
export function describeForm(schema: JsonSchema): JsonSchema {
  const { type, items, maxItems, description = '', default: standard } = schema;
  // An object by codes with several entries each has its form in its description.
  const form = String(description).includes('[{') ? '' : `Form: ${formOf(schema)}`;
  return {
    ...(type === undefined ? {} : { type }),
    // Hosts reject lists without it.
    ...(items === undefined ? {} : { items: {} }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(standard === undefined ? {} : { default: standard }),
    description: [description, form].filter((text) => text !== '').join(' '),
  };
}

/** `string | [string] | {eq, ne: string, in: [string]}` */
function formOf(schema: JsonSchema): string {
  const { anyOf, enum: enumValues, properties, additionalProperties, items } = schema;
  if (isJsonArray(anyOf)) {
    const forms = anyOf.filter(isJsonObject).filter(({ type }) => type !== 'null');
    const texts = [...new Set(forms.map(formOf))];
    // A long form stands there once, and lists of it refer to it.
    const isListed = (text: string) => text.length > 40 && texts.includes(text.slice(1, -1));
    // The same for the words that one alternative is, such as the keys to sort by, and another one has.
    const words = forms.flatMap((form) => (isJsonArray(form.enum) ? plainWords(form.enum).join(' | ') : []));
    const withoutWords = (text: string) =>
      words.reduce((rest, list) => (rest.startsWith(list) ? rest : rest.replace(list, 'one of these')), text);
    return texts.map((text) => (isListed(text) ? 'list of such' : withoutWords(text))).join(' | ');
  }
  if (isJsonArray(enumValues)) return formOfWords(enumValues);
  if (isJsonObject(items)) return `[${formOf(items)}]`;
  if (isJsonObject(properties)) return formOfObject(properties, requiredOf(schema));
  if (isJsonObject(additionalProperties)) return `{…: ${formOf(additionalProperties)}}`;
  const types = typesOf(schema)?.filter((type) => type !== 'null') ?? [];
  return types.length === 0 ? 'any' : types.join(' | ');
}

/** Returns the words of a list without the opposites that keys to sort by come with. */
function plainWords(enumValues: readonly JsonValue[]): readonly string[] {
  const words = enumValues.filter((word) => word !== null).map(String);
  return words.filter((word) => !(word.startsWith('-') && words.includes(word.slice(1))));
}

function formOfWords(enumValues: readonly JsonValue[]): string {
  const plain = plainWords(enumValues);
  const text = plain.join(' | ');
  const hasOpposites = plain.length < enumValues.filter((word) => word !== null).length;
  return hasOpposites ? `${text}, descending with a "-" before it` : text;
}

const requiredOf = ({ required }: JsonSchema) => new Set(isJsonArray(required) ? required.map(String) : []);

/** Keys of the same form stand together; those that cells only have in answers are left out. Where some keys are required, the others have a `?`. */
function formOfObject(properties: JsonObject, required: ReadonlySet<string>): string {
  const propertyEntries = Object.entries(properties);
  const isCell = [...SERVER_SET_CELL_KEYS].every((mark) => mark in properties);
  const written = isCell
    ? propertyEntries.filter(([key]) => !SERVER_SET_CELL_KEYS.has(key))
    : propertyEntries;
  const keys = written.map(([key, one]) => ({
    key: required.size === 0 || required.has(key) ? key : `${key}?`,
    form: isJsonObject(one) ? formOf(one) : 'any',
  }));
  const byForm = Map.groupBy(keys, ({ form }) => form);
  const parts = [...byForm].map(([form, same]) => `${same.map(({ key }) => key).join(', ')}: ${form}`);
  return `{${parts.join(', ')}}`;
}

/** Returns the types that a value may have; null for any. */
function typesOf({ type, anyOf }: JsonSchema): readonly string[] | null {
  if (isJsonArray(type)) return type.map(String);
  if (typeof type === 'string') return [type];
  if (!isJsonArray(anyOf)) return null;
  const all = anyOf.map((one) => (isJsonObject(one) ? typesOf(one) : null));
  return all.some((types) => types === null) ? null : [...new Set(all.flatMap((types) => types ?? []))];
}
