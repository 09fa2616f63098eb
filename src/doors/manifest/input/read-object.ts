import { MAXIMUM_BATCH_SIZE } from '../../../graphql/write-types.ts';
import { bareObject } from '../../../kernel/bare-object.ts';
import { foldKey } from '../../../kernel/codes.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { Fault, MAX_PROBLEMS, ValidationFailed } from '../../../kernel/refusal.ts';
import { yieldWhenDue } from '../../../platform/yield-when-due.ts';
import type { InputObjectShape } from '../exposed-operation.ts';
import { below, InputReading } from './input-reading.ts';
import { readKeys } from './read-input.ts';

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
  reading.pointers.note([], [], shape);
  if (!isJsonObject(json)) {
    reading.refuse('wrong-type', HERE, localized('object-required', { subject: localized('request-body') }), {
      value: json,
    });
    return { value: {}, reading };
  }
  const kept = bareObject<JsonValue | undefined>();
  for (const key of Object.keys(json)) {
    // A body may have any key, `hasOwnProperty` and `__proto__` among them.
    const said = Object.hasOwn(pathKeys, key) ? pathKeys[key] : undefined;
    const field = shape.keys.get(key)?.name;
    const isFilled = said !== undefined && (field === undefined || Object.hasOwn(fromPath, field));
    if (!isFilled) kept[key] = json[key];
    else if (typeof json[key] !== 'string' || foldKey(json[key]) !== foldKey(said))
      reading.refuse(
        'immutable-property',
        below(HERE, key, key),
        localized('path-value-differs', { name: key, value: said }),
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

/** One item of a batch: what the graph takes, or what is wrong with it. */
export type BatchItem = ReadObject & { readonly json: JsonValue };

/** Reads the items of a batch one by one, so that a bad one does not hide the good ones. */
export async function readItems(
  shape: InputObjectShape,
  json: JsonValue,
  fromPath: Readonly<Record<string, string>>,
  pathKeys: Readonly<Record<string, string>>,
): Promise<readonly BatchItem[]> {
  if (!isJsonArray(json))
    throw new Fault(
      'invalid-parameter',
      localized('list-required', { subject: localized('quoted', { name: 'items' }) }),
      { parameter: 'items' },
    );
  if (json.length > MAXIMUM_BATCH_SIZE) {
    throw new Fault('payload-too-large', localized('batch-too-large', { max: MAXIMUM_BATCH_SIZE }), {
      limit: MAXIMUM_BATCH_SIZE,
    });
  }
  const items: BatchItem[] = [];
  for (const item of json) {
    await yieldWhenDue();
    items.push({ ...readObject(shape, item, fromPath, pathKeys), json: item });
  }
  return items;
}

/** Returns the items of a batch of plain references, each of which can be read. */
export function plainItems(json: JsonValue | undefined): readonly BatchItem[] {
  return (isJsonArray(json) ? json : []).map((item) => ({
    json: item,
    value: {},
    reading: new InputReading(),
  }));
}

/** Rejects a batch for what could not be read. @throws ValidationFailed naming the first mistakes by their items */
export function refuseUnread(items: readonly BatchItem[], itemsKey: string): never {
  const problems: FieldProblem[] = [];
  for (const [index, { reading }] of items.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    for (const problem of reading.problems)
      problems.push({ ...problem, path: [itemsKey, String(index), ...problem.path] });
  }
  throw ValidationFailed.of(problems);
}
