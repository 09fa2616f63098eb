import { isEnumType } from 'graphql';
import { bareObject } from '../../../kernel/bare-object.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { AnswerKey, AnswerShape } from '../exposed-operation.ts';
import { enumWord } from '../names.ts';

type Data = Readonly<Record<string, unknown>>;

/** Data of a result in the JSON of its shape. Codes that are keys stand as they are, `__proto__` included. */
export function toJson(shape: AnswerShape, data: unknown): JsonValue {
  if (data === null || data === undefined) return null;
  switch (shape.kind) {
    case 'leaf':
      return isEnumType(shape.type)
        ? enumWord(String(data))
        : scalarToJson(shape.type.name, data as JsonValue);
    case 'reference':
      return toJson(shape.key.shape, (data as Data)[shape.key.responseKey]);
    case 'list':
      return (data as readonly unknown[]).map((item) => toJson(shape.of, item));
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

function toObject(shape: AnswerShape & { readonly kind: 'object' }, data: Data): JsonValue {
  const { keys, shorthand, omitsNulls } = shape;
  const made = keysToJson(keys, data);
  if (omitsNulls) for (const key of Object.keys(made)) if (made[key] === null) delete made[key];
  if (shorthand === null) return made;
  const isBare = Object.entries(made).every(([key, value]) => key === shorthand || value === null);
  return isBare ? (made[shorthand] ?? null) : made;
}

/** Returns the keys of an object; one that was not requested is absent. */
export function keysToJson(keys: readonly AnswerKey[], data: Data): Record<string, JsonValue> {
  const made = bareObject<JsonValue>();
  for (const key of keys) {
    const holder = key.within === null ? data : ((data[key.within] ?? {}) as Data);
    const value = holder[key.responseKey];
    if (value !== undefined && !(value === null && key.omitsNull)) made[key.key] = toJson(key.shape, value);
  }
  return made;
}

function toKeyed(shape: AnswerShape & { readonly kind: 'keyed' }, entries: readonly Data[]): JsonValue {
  const made = bareObject<JsonValue>();
  for (const entry of entries) {
    const key = String(toJson(shape.by.shape, entry[shape.by.responseKey]));
    const standsFor = shape.valueKey === null ? entry : entry[shape.valueKey.responseKey];
    const value = toJson(shape.value, standsFor);
    made[key] = shape.isMany ? [...((made[key] as readonly JsonValue[] | undefined) ?? []), value] : value;
  }
  return made;
}

/** Returns true if an object reports the problem of another object: `problem` and `errors` are then ordinary keys. */
export function hasProblemBeside(shape: AnswerShape): boolean {
  return (
    shape.kind === 'object' &&
    shape.keys.some(
      ({ key, shape: of }) => key === 'problem' && of.kind === 'object' && of.typeName === 'Problem',
    )
  );
}
