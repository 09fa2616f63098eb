import { MAXIMUM_BATCH_SIZE } from '../../graphql/write-types.ts';
import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { Fault } from '../../kernel/refusal.ts';
import type { InputObjectShape, PreparedDocument, RestBody } from '../manifest/exposed-operation.ts';
import { below, InputReading } from '../manifest/input-reading.ts';
import { readKeys } from '../manifest/read-input.ts';
import { type Asked, apply } from './read-parameters.ts';

/** An object of the body as the graph takes it. */
export interface ReadObject {
  readonly value: Record<string, unknown>;
  readonly reading: InputReading;
}

const HERE = { json: [], graph: [] } as const;

/**
 * Reads an object whose path has said part of it already: what the path names may stand in the body too, as long as
 * it says the same.
 *
 * @param fromPath fields of the object that the path fills
 * @param pathKeys all path parameters by their JSON keys
 */
export function readObject(
  shape: InputObjectShape,
  json: JsonValue,
  fromPath: Readonly<Record<string, string>>,
  pathKeys: Readonly<Record<string, string>>,
  readOnly?: ReadonlySet<string>,
): ReadObject {
  const reading = new InputReading();
  reading.places.note([], [], shape);
  if (!isJsonObject(json)) {
    reading.refuse('wrong-type', HERE, 'The body is an object.', { value: json });
    return { value: {}, reading };
  }
  const kept: Record<string, JsonValue | undefined> = Object.create(null);
  for (const key of Object.keys(json)) {
    const said = pathKeys[key];
    const field = shape.keys.get(key)?.name;
    const isFilled = said !== undefined && (field === undefined || field in fromPath);
    if (!isFilled) kept[key] = json[key];
    else if (typeof json[key] !== 'string' || foldKey(json[key]) !== foldKey(said))
      reading.refuse(
        'immutable-property',
        below(HERE, key, key),
        `'${key}' is '${said}', as the path says.`,
        {
          value: json[key] ?? null,
        },
      );
  }
  const value = {
    ...readKeys(shape, kept, HERE, reading, readOnly === undefined ? {} : { readOnly }),
    ...fromPath,
  };
  return { value, reading };
}

/** The body of a search or of another body whose keys are arguments, and what is sent of what is found. */
export function readArguments(
  body: RestBody,
  json: JsonValue,
  prepared: PreparedDocument,
  asked: Asked,
): InputReading {
  const projected = new Map(body.projection.map((parameter) => [parameter.name, parameter]));
  const others: Record<string, JsonValue | undefined> = Object.create(null);
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

/** One item of a batch: what the graph takes, or what is wrong with it. */
export type BatchItem = ReadObject & { readonly json: JsonValue };

/** Reads the items of a batch one by one, so that a bad one does not hide the good ones. */
export function readItems(
  shape: InputObjectShape,
  json: JsonValue,
  fromPath: Readonly<Record<string, string>>,
  pathKeys: Readonly<Record<string, string>>,
): readonly BatchItem[] {
  if (!isJsonArray(json)) throw new Fault('invalid-parameter', "'items' is a list.", { parameter: 'items' });
  if (json.length > MAXIMUM_BATCH_SIZE) {
    throw new Fault('payload-too-large', `A batch holds up to ${MAXIMUM_BATCH_SIZE} items.`, {
      limit: MAXIMUM_BATCH_SIZE,
    });
  }
  return json.map((item) => ({ ...readObject(shape, item, fromPath, pathKeys), json: item }));
}

/** The shape of the items of a batch body. */
export function itemShape({ shape, itemsKey }: RestBody): InputObjectShape {
  const items = shape.keys.get(itemsKey ?? '')?.shape;
  if (items?.kind === 'list' && items.of.kind === 'object') return items.of;
  throw new Error(`${shape.typeName} has no items.`);
}

/** The body without its items. */
export function besideItems(json: JsonValue, itemsKey: string): JsonObject {
  const { [itemsKey]: _items, ...others } = isJsonObject(json) ? json : {};
  return others;
}
