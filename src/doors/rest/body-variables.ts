import { bareObject } from '../../kernel/bare-object.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { InputObjectShape, PreparedDocument, RestBody } from '../manifest/exposed-operation.ts';
import type { InputReading } from '../manifest/input/input-reading.ts';
import { readObject } from '../manifest/input/read-object.ts';
import { type Asked, apply } from './read-parameters.ts';

/** The body of a search or of another body whose keys are arguments, and what is sent of what is found. */
export function readArguments(
  body: RestBody,
  json: JsonValue,
  prepared: PreparedDocument,
  asked: Asked,
): InputReading {
  const projected = new Map(body.projection.map((parameter) => [parameter.name, parameter]));
  const others = bareObject<JsonValue | undefined>();
  const { value, reading } = readObject(body.shape, withoutNullCursor(json), asked.bodyKeys, {});
  if (!isJsonObject(json) || reading.problems.length > 0) return reading;
  for (const key of Object.keys(json)) {
    const parameter = projected.get(key);
    if (parameter !== undefined) apply(parameter, json[key] ?? null, prepared, asked);
    else others[key] = json[key];
  }
  for (const key of body.shape.keys.values())
    if (!projected.has(key.key) && value[key.name] !== undefined) asked.variables[key.name] = value[key.name];
  return reading;
}

/** The first page of a search may say so: `"search_after": null`. */
function withoutNullCursor(json: JsonValue): JsonValue {
  if (!isJsonObject(json) || json.search_after !== null) return json;
  const { search_after: _none, ...others } = json;
  return others;
}

/** The shape of the items of a batch body; null for plain references. */
export function itemShape({ shape, itemsKey }: RestBody): InputObjectShape | null {
  const items = shape.keys.get(itemsKey ?? '')?.shape;
  return items?.kind === 'list' && items.of.kind === 'object' ? items.of : null;
}

/** The body without its items. */
export function besideItems(json: JsonValue, itemsKey: string): JsonObject {
  const { [itemsKey]: _items, ...others } = isJsonObject(json) ? json : {};
  return others;
}
