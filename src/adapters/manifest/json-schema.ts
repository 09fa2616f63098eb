import type { GraphQLEnumType, GraphQLScalarType } from 'graphql';
import { isEnumType } from 'graphql';
import { type JsonObject, type JsonValue, jsonEquals } from '../../kernel/json.ts';
import type { InputKey, InputObjectShape, InputShape, OutputKey, OutputShape } from './exposed-operation.ts';
import { enumJsonValue, inputKey } from './names.ts';

/** JSON Schema (2020-12) as plain data. */
export type JsonSchema = JsonObject;

/** Collection of the schemas of objects that others refer to. */
export interface SchemaDefs {
  /** Returns a reference to the schema of that name, which `make` gives when it does not exist yet. */
  refer(name: string, make: () => JsonSchema): JsonSchema;
  /** Returns a reference to an equal schema of that name or, when another has the name, the schema itself. */
  share(name: string, schema: JsonSchema): JsonSchema;
}

/** Schemas below a path, such as `#/components/schemas/`, some of which are there already. */
export function createDefs(
  prefix: string,
  initialSchemas: Readonly<Record<string, JsonSchema>> = {},
): SchemaDefs & { readonly schemas: ReadonlyMap<string, JsonSchema> } {
  const schemas = new Map<string, JsonSchema>(Object.entries(initialSchemas));
  return {
    schemas,
    refer(name, make) {
      if (!schemas.has(name)) {
        // The schema is registered before it is built, because it may lead back to itself.
        schemas.set(name, {});
        schemas.set(name, make());
      }
      return { $ref: `${prefix}${name}` };
    },
    share(name, schema) {
      const existingSchema = schemas.get(name);
      if (existingSchema === undefined) schemas.set(name, schema);
      else if (!jsonEquals(existingSchema, schema)) return schema;
      return { $ref: `${prefix}${name}` };
    },
  };
}

/** Formats that JSON Schema has no words of its own for are said as patterns. */
const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  JSON: {},
  Decimal: { type: 'string', pattern: '^-?\\d{1,30}(\\.\\d{1,12})?$' },
  Factor: { type: 'string', pattern: '^-?\\d{1,30}(\\.\\d{1,40})?$' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  Bound: { type: 'string' },
  Moment: { type: 'string' },
  BigInt: { type: 'integer' },
};
/** Scalars that are also accepted as JSON numbers, besides the form that responses have. */
const ALSO_NUMBERS: ReadonlySet<string> = new Set(['Decimal', 'Factor', 'Bound']);

function leafSchema(type: GraphQLScalarType | GraphQLEnumType): JsonSchema {
  if (isEnumType(type))
    return { type: 'string', enum: type.getValues().map(({ name }) => enumJsonValue(name)) };
  const schema = SCALARS[type.name];
  if (schema === undefined) throw new Error(`Nothing says what JSON the scalar ${type.name} is.`);
  return schema;
}

/** Returns the schema of a response. Keys that are present only on request are not required. */
export function outputSchema(shape: OutputShape, defs: SchemaDefs): JsonSchema {
  switch (shape.kind) {
    case 'leaf':
      return leafSchema(shape.type);
    case 'reference':
      return answerKeySchema(shape.key, defs);
    case 'list': {
      const items = outputSchema(shape.of, defs);
      return { type: 'array', items: shape.hasNulls ? nullable(items) : items };
    }
    case 'object': {
      const whole = defs.share(shape.typeName, objectSchema(shape.keys, defs));
      const short = shape.keys.find(({ key }) => key === shape.shorthand);
      return short === undefined ? whole : { anyOf: [outputSchema(short.shape, defs), whole] };
    }
    case 'keyed': {
      const value = outputSchema(shape.value, defs);
      const below = shape.valueKey?.isNullable ? nullable(value) : value;
      return {
        type: 'object',
        ...keyNames(shape.by.shape),
        additionalProperties: shape.isMany ? { type: 'array', items: below } : below,
      };
    }
  }
}

/** Returns the words that the keys of an object are, where they are known. */
function keyNames(key: OutputShape): JsonSchema {
  return key.kind === 'leaf' && isEnumType(key.type)
    ? { propertyNames: { enum: leafSchema(key.type).enum ?? [] } }
    : {};
}

/** Returns the schema of an object of response keys. */
export function objectSchema(keys: readonly OutputKey[], defs: SchemaDefs): JsonSchema {
  const properties = keys.map(
    (key) => [key.key, withDescription(answerKeySchema(key, defs), key.description)] as const,
  );
  // If the client can choose keys, every key can be absent.
  const isChosen = keys.some(({ isAlways }) => !isAlways);
  const required = isChosen ? [] : keys.map(({ key }) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function answerKeySchema(key: OutputKey, defs: SchemaDefs): JsonSchema {
  const schema = key.jsonSchema ?? outputSchema(key.shape, defs);
  return key.isNullable ? nullable(schema) : schema;
}

/** Returns the schema, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema.type === 'string')
    return {
      ...schema,
      type: [schema.type, 'null'],
      ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
    };
  return { anyOf: [schema, { type: 'null' }] };
}

/** Returns a schema with a description for people; beside a reference, descriptions are allowed since 2020-12. */
export function withDescription(schema: JsonSchema, description: string): JsonSchema {
  return description === '' ? schema : { ...schema, description };
}

/** Returns the schema of an input, including bare values and lists that stand for objects. */
export function inputSchema(shape: InputShape, defs: SchemaDefs): JsonSchema {
  switch (shape.kind) {
    case 'scalar':
      return acceptedScalar(shape.type);
    case 'enum':
      return { type: 'string', enum: [...shape.words.keys()] };
    case 'list':
      return { type: 'array', items: inputSchema(shape.of, defs) };
    case 'sort':
      return anyOf([sortWords(shape.entry), inputSchema(shape.entry, defs)]);
    case 'keyed':
      return keyedSchema(shape, defs);
    case 'object':
      return anyOf([
        ...shorthands(shape, defs),
        defs.refer(shape.typeName, () => withDescription(inputObjectSchema(shape, defs), shape.description)),
      ]);
  }
}

function acceptedScalar(type: GraphQLScalarType): JsonSchema {
  const schema = leafSchema(type);
  return ALSO_NUMBERS.has(type.name) ? anyOf([schema, { type: 'number' }]) : schema;
}

const anyOf = (schemas: readonly JsonSchema[]): JsonSchema =>
  schemas.length === 1 && schemas[0] !== undefined ? schemas[0] : { anyOf: schemas };

/** Returns the schemas of the short forms that may replace an object. */
function shorthands(shape: InputObjectShape, defs: SchemaDefs): JsonSchema[] {
  return [shape.scalarField, shape.listField].flatMap((field) => {
    const key = [...shape.keys.values()].find(({ name }) => name === field);
    return key === undefined ? [] : [inputSchema(key.shape, defs)];
  });
}

/** Returns the keys of an object, without what may stand in its place. */
export function inputObjectSchema(
  shape: Pick<InputObjectShape, 'keys' | 'isCondition'>,
  defs: SchemaDefs,
  without: ReadonlySet<string> = new Set(),
): JsonSchema {
  const keys = [...shape.keys.values()].filter(({ name }) => !without.has(name));
  const properties = keys.map((key) => [key.key, inputKeySchema(key, shape.isCondition, defs)] as const);
  const required = keys.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function inputKeySchema(key: InputKey, isCondition: boolean, defs: SchemaDefs): JsonSchema {
  const schema = inputSchema(key.shape, defs);
  const isNullable = key.isNullable && !isCondition && !(key.shape.kind === 'keyed' && key.shape.list.many);
  const standard = key.defaultValue === undefined ? undefined : defaultJson(key.shape, key.defaultValue);
  return withDescription(
    { ...(isNullable ? nullable(schema) : schema), ...(standard === undefined ? {} : { default: standard }) },
    key.shape.kind === 'keyed' ? withForm(key.description, key.shape) : key.description,
  );
}

/**
 * Returns the description of an object by codes with its content and form, because readers of schemas seldom read as
 * far as its entries.
 */
function withForm(description: string, { entry, list }: InputShape & { readonly kind: 'keyed' }): string {
  const by = inputKey(list.by);
  if (list.many !== true) {
    return new RegExp(`\\bby ${by}\\b`, 'i').test(description) ? description : `${description} By ${by}.`;
  }
  const value = inputKey(list.value ?? '');
  const hiddenKeys = new Set([by, value, ...SERVER_SET_CELL_KEYS, ...LIST_CHANGES]);
  const others = [...entry.keys.keys()].filter((key) => !hiddenKeys.has(key));
  const cell = [value, ...others].map((key) => `"${key}": …`).join(', ');
  return `${description} By ${by}: the ${value} alone, or a list of cells [{${cell}}].`;
}

/** Keys of cells that their short forms leave out: what answers have and writes do not heed, and what few need. */
export const SERVER_SET_CELL_KEYS: ReadonlySet<string> = new Set(['source', 'in_set', 'partial']);

/** Keys of cells that stand for `value` where it is a list. */
const LIST_CHANGES = ['add', 'remove'];

/** Returns a default as JSON writes it; undefined where it stands for "nothing". */
export function defaultJson(shape: InputShape, value: unknown): JsonValue | undefined {
  if (value === null) return undefined;
  if (shape.kind === 'enum') {
    const name = shape.type.getValues().find((one) => one.value === value || one.name === value)?.name;
    return name === undefined ? undefined : enumJsonValue(name);
  }
  return typeof value === 'object' ? undefined : (value as JsonValue);
}

/** `{ "en_US": … }`: an object by codes. */
function keyedSchema({ entry, list }: InputShape & { readonly kind: 'keyed' }, defs: SchemaDefs): JsonSchema {
  const { by, value, many = false, clears } = list;
  const whole = () =>
    defs.refer(`${entry.typeName}Entry`, () => inputObjectSchema(entry, defs, new Set([by])));
  const only = [...entry.keys.values()].find(({ name }) => name === value);
  const bare = only === undefined ? [] : [shorthandSchema(only, defs)];
  const equals = entry.isCondition ? shorthands(entry, defs).map(barelyAny) : [];
  const forms = many || only === undefined ? [...(many ? bare : []), ...equals, whole()] : bare;
  const cleared = clears !== undefined || only?.isNullable === true ? [{ type: 'null' }] : [];
  const lists = many ? [{ type: 'array', minItems: 1, items: whole() }] : [];
  const key = [...entry.keys.values()].find(({ name }) => name === by)?.shape;
  return {
    type: 'object',
    description: `By ${inputKey(by)}.`,
    ...(key?.kind === 'enum' ? { propertyNames: { enum: [...key.words.keys()] } } : {}),
    additionalProperties: anyOf([...forms, ...lists, ...cleared]),
  };
}

/**
 * Returns the schema of a value that stands for its entry; any JSON is text, number or boolean here, because objects
 * are entries.
 */
function shorthandSchema(key: InputKey, defs: SchemaDefs): JsonSchema {
  return barelyAny(inputSchema(key.shape, defs));
}

const barelyAny = (schema: JsonSchema): JsonSchema =>
  Object.keys(schema).length === 0 ? { type: ['string', 'number', 'boolean'] } : schema;

/** `"-updated_at"` */
function sortWords(entry: InputObjectShape): JsonSchema {
  const field = entry.keys.get('field')?.shape;
  const sortKeys = field?.kind === 'enum' ? [...field.words.keys()] : [];
  return { type: 'string', enum: sortKeys.flatMap((word) => [word, `-${word}`]) };
}
