import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';

/**
 * Returns a JSON Schema with every `{"$ref": "#/$defs/name"}` replaced by what it refers to, so that it can stand as an
 * example in OpenAPI, where tools take any `$ref` for one of the description itself. Other JSON stays as it is.
 *
 * @throws Error for a schema that contains itself, which cannot be written out
 */
export function writtenOut(schema: JsonValue): JsonValue {
  const definitions = isJsonObject(schema) && isJsonObject(schema.$defs) ? schema.$defs : null;
  if (definitions === null || !isJsonObject(schema)) return schema;
  const { $defs: _inlined, ...rest } = schema;
  const inline = (value: JsonValue, within: readonly string[]): JsonValue => {
    if (isJsonArray(value)) return value.map((one) => inline(one, within));
    if (!isJsonObject(value)) return value;
    const { $ref, ...others } = value;
    const own = mapValues(others, (one) => inline(one, within));
    if (typeof $ref !== 'string') return own;
    const name = $ref.slice('#/$defs/'.length);
    const found = definitions[name];
    if (found === undefined || within.includes(name)) throw new Error(`'${$ref}' cannot be written out.`);
    return { ...(inline(found, [...within, name]) as JsonObject), ...own };
  };
  return inline(rest, []);
}

const mapValues = (object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value ?? null)]));
