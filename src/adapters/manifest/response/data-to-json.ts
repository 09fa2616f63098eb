import { isEnumType } from 'graphql';
import type { JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import type { OutputKey, OutputShape } from '../exposed-operation.ts';
import { enumJsonValue } from '../names.ts';

type Data = Readonly<Record<string, unknown>>;

/** Data of a result in the JSON of its shape. Codes that are keys stand as they are, `__proto__` included. */
export function dataToJson(shape: OutputShape, data: unknown): JsonValue {
  if (data === null || data === undefined) return null;
  switch (shape.kind) {
    case 'leaf':
      return isEnumType(shape.type)
        ? enumJsonValue(String(data))
        : scalarToJson(shape.type.name, data as JsonValue);
    case 'reference':
      return dataToJson(shape.key.shape, (data as Data)[shape.key.responseKey]);
    case 'list':
      return (data as readonly unknown[]).map((item) => dataToJson(shape.of, item));
    case 'object':
      return toObject(shape, data as Data);
    case 'keyed':
      return toKeyed(shape, data as readonly Data[]);
  }
}

/** JSON has whole numbers of 53 bits; GraphQL has none beyond 32, so there they are texts. */
function scalarToJson(name: string, data: JsonValue): JsonValue {
  return name === 'BigInt' && Number.isSafeInteger(Number(data)) ? Number(data) : data;
}

function toObject(shape: OutputShape & { readonly kind: 'object' }, data: Data): JsonValue {
  const { keys, shorthand, omitsNulls } = shape;
  const jsonObject = keysToJson(keys, data);
  if (omitsNulls)
    for (const key of Object.keys(jsonObject)) if (jsonObject[key] === null) delete jsonObject[key];
  if (shorthand === null) return jsonObject;
  const isBare = Object.entries(jsonObject).every(([key, value]) => key === shorthand || value === null);
  return isBare ? (jsonObject[shorthand] ?? null) : jsonObject;
}

/** Returns the keys of an object; one that was not requested is absent. */
export function keysToJson(keys: readonly OutputKey[], data: Data): Record<string, JsonValue> {
  const jsonObject = nullPrototypeObject<JsonValue>();
  for (const key of keys) {
    const holder = key.within === null ? data : ((data[key.within] ?? {}) as Data);
    const value = holder[key.responseKey];
    if (value !== undefined && !(value === null && key.omitsNull))
      jsonObject[key.key] = dataToJson(key.shape, value);
  }
  return jsonObject;
}

function toKeyed(shape: OutputShape & { readonly kind: 'keyed' }, entries: readonly Data[]): JsonValue {
  const entriesByKey = nullPrototypeObject<JsonValue>();
  for (const entry of entries) {
    const key = String(dataToJson(shape.by.shape, entry[shape.by.responseKey]));
    const standsFor = shape.valueKey === null ? entry : entry[shape.valueKey.responseKey];
    const value = dataToJson(shape.value, standsFor);
    entriesByKey[key] = shape.isMany
      ? [...((entriesByKey[key] as readonly JsonValue[] | undefined) ?? []), value]
      : value;
  }
  return entriesByKey;
}

/** Returns true if an object reports the problem of another object: `problem` and `errors` are then ordinary keys. */
export function hasSiblingProblem(shape: OutputShape): boolean {
  return (
    shape.kind === 'object' &&
    shape.keys.some(
      ({ key, shape: of }) => key === 'problem' && of.kind === 'object' && of.typeName === 'Problem',
    )
  );
}
