import { MAX_BATCH_SIZE } from '../../../graphql/write-types.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { MAX_PROBLEMS, RequestError, ValidationFailed } from '../../../kernel/errors.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import type { InputObjectShape } from '../exposed-operation.ts';
import { childPath, ParseContext } from './parse-context.ts';
import { parseKeys } from './read-input.ts';

/** An object of the body as the graph takes it. */
export interface ParsedObject {
  readonly value: Record<string, unknown>;
  readonly reading: ParseContext;
}

const ROOT_PATH = { json: [], graph: [] } as const;

/**
 * Reads an object whose path has said part of it already: what the path names may stand in the body too, as long as
 * it says the same.
 *
 * @param fromPath fields of the object that the path fills
 * @param pathKeys all path parameters by their JSON keys
 */
export function parseObject(
  shape: InputObjectShape,
  json: JsonValue,
  fromPath: Readonly<Record<string, string>>,
  pathKeys: Readonly<Record<string, string>>,
  readOnly?: ReadonlySet<string>,
): ParsedObject {
  const reading = new ParseContext();
  reading.pointers.set([], [], shape);
  if (!isJsonObject(json)) {
    reading.addProblem(
      'wrong-type',
      ROOT_PATH,
      localized('object-required', { subject: localized('request-body') }),
      {
        value: json,
      },
    );
    return { value: {}, reading };
  }
  const remainingFields = nullPrototypeObject<JsonValue | undefined>();
  for (const key of Object.keys(json)) {
    // A body may have any key, `hasOwnProperty` and `__proto__` among them.
    const pathValue = Object.hasOwn(pathKeys, key) ? pathKeys[key] : undefined;
    const field = shape.keys.get(key)?.name;
    const isFilled = pathValue !== undefined && (field === undefined || Object.hasOwn(fromPath, field));
    if (!isFilled) remainingFields[key] = json[key];
    else if (typeof json[key] !== 'string' || foldKey(json[key]) !== foldKey(pathValue))
      reading.addProblem(
        'immutable-property',
        childPath(ROOT_PATH, key, key),
        localized('path-value-differs', { name: key, value: pathValue }),
        {
          value: json[key] ?? null,
        },
      );
  }
  const value = {
    ...parseKeys(shape, remainingFields, ROOT_PATH, reading, readOnly === undefined ? {} : { readOnly }),
    ...fromPath,
  };
  return { value, reading };
}

/** One item of a batch: what the graph takes, or what is wrong with it. */
export type BatchItem = ParsedObject & { readonly json: JsonValue };

/** Reads the items of a batch one by one, so that a bad one does not hide the good ones. */
export async function parseItems(
  shape: InputObjectShape,
  json: JsonValue,
  fromPath: Readonly<Record<string, string>>,
  pathKeys: Readonly<Record<string, string>>,
): Promise<readonly BatchItem[]> {
  if (!isJsonArray(json))
    throw new RequestError(
      'invalid-parameter',
      localized('list-required', { subject: localized('quoted', { name: 'items' }) }),
      { parameter: 'items' },
    );
  if (json.length > MAX_BATCH_SIZE) {
    throw new RequestError('payload-too-large', localized('batch-too-large', { max: MAX_BATCH_SIZE }), {
      limit: MAX_BATCH_SIZE,
    });
  }
  const items: BatchItem[] = [];
  for (const item of json) {
    await yieldToEventLoop();
    items.push({ ...parseObject(shape, item, fromPath, pathKeys), json: item });
  }
  return items;
}

/** Returns the items of a batch of plain references, each of which can be read. */
export function referenceItems(json: JsonValue | undefined): readonly BatchItem[] {
  return (isJsonArray(json) ? json : []).map((item) => ({
    json: item,
    value: {},
    reading: new ParseContext(),
  }));
}

/** Rejects a batch for what could not be read. @throws ValidationFailed naming the first mistakes by their items */
export function assertItemsValid(items: readonly BatchItem[], itemsKey: string): never {
  const problems: FieldProblem[] = [];
  for (const [index, { reading }] of items.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    for (const problem of reading.problems)
      problems.push({ ...problem, path: [itemsKey, String(index), ...problem.path] });
  }
  throw ValidationFailed.of(problems);
}
