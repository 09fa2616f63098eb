import type { GraphQLScalarType } from 'graphql';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { findUnstorableText } from '../../../kernel/text/storable-text.ts';
import type { InputKey, InputObjectShape, InputShape } from '../exposed-operation.ts';
import { childPath, describePath, type InputPath, type ParseContext } from './parse-context.ts';
import { parseKeyedList } from './read-keyed-list.ts';

/** Turns JSON into the value of a variable; what does not fit is noted in `reading`. */
export function parseInput(
  shape: InputShape,
  json: JsonValue,
  at: InputPath,
  reading: ParseContext,
): unknown {
  reading.pointers.set(at.graph, at.json, shape);
  switch (shape.kind) {
    case 'scalar':
      return readScalar(shape.type, json, at, reading);
    case 'enum':
      return readEnum(shape, json, at, reading);
    case 'list':
      if (!isJsonArray(json))
        return reading.addProblem(
          'wrong-type',
          at,
          localized('list-required', { subject: describePath(at) }),
          {
            value: json,
          },
        );
      return readList(shape.of, json, at, reading);
    case 'sort':
      return typeof json === 'string'
        ? parseSortKey(shape.entry, json, at, reading)
        : parseInput(shape.entry, json, at, reading);
    case 'keyed':
      return parseKeyedList(shape, json, at, reading, PARSERS).entries;
    case 'object':
      return readObject(shape, json, at, reading);
  }
}

function readList(
  of: InputShape,
  json: readonly JsonValue[],
  at: InputPath,
  reading: ParseContext,
): unknown[] {
  const parsedItems: unknown[] = [];
  for (const [index, item] of json.entries()) {
    if (reading.isFull) break;
    const where = childPath(at, String(index), String(index));
    parsedItems.push(
      item === null
        ? reading.addProblem('wrong-type', where, localized('list-entry-null'))
        : parseInput(of, item, where, reading),
    );
  }
  return parsedItems;
}

function readScalar(type: GraphQLScalarType, json: JsonValue, at: InputPath, reading: ParseContext): unknown {
  const bad = findUnstorableText(json);
  if (bad !== null) {
    const where = { ...at, json: [...at.json, ...bad.path] };
    return reading.addProblem(
      'invalid-format',
      where,
      localized('value-unstorable', { subject: describePath(where), why: bad.why }),
      { value: json },
    );
  }
  if (type.name === 'JSON') return json;
  const refuse = (key: 'json-text-required' | 'json-boolean-required' | 'json-integer-required') =>
    reading.addProblem('wrong-type', at, localized(key, { subject: describePath(at) }), { value: json });
  switch (type.name) {
    case 'String':
    case 'ID':
      return typeof json === 'string' ? json : refuse('json-text-required');
    case 'Boolean':
      return typeof json === 'boolean' ? json : refuse('json-boolean-required');
    case 'Int': {
      const isInt = typeof json === 'number' && Number.isInteger(json) && Math.abs(json) < 2 ** 31;
      return isInt ? json : refuse('json-integer-required');
    }
    default:
      try {
        type.parseValue(json);
        return json;
      } catch (error) {
        const message = localized('json-value-invalid', {
          subject: describePath(at),
          reason: (error as Error).message,
        });
        return reading.addProblem('invalid-format', at, message, { value: json });
      }
  }
}

function readEnum(
  { words, synonyms }: InputShape & { readonly kind: 'enum' },
  json: JsonValue,
  at: InputPath,
  reading: ParseContext,
): unknown {
  const name = typeof json === 'string' ? (words.get(json) ?? synonyms?.get(json)) : undefined;
  if (name !== undefined) return name;
  const allowed = [...words.keys()];
  const suggestions = typeof json === 'string' ? suggest(json, allowed) : [];
  const message = withSuggestions(
    localized('choice-required', { subject: describePath(at), list: allowed }),
    suggestions,
  );
  const code = typeof json === 'string' ? 'value-not-allowed' : 'wrong-type';
  return reading.addProblem(code, at, message, { value: json, suggestions });
}

/** `-updated_at` */
function parseSortKey(entry: InputObjectShape, word: string, at: InputPath, reading: ParseContext): unknown {
  const [field, direction] = [entry.keys.get('field'), word.startsWith('-') ? 'DESC' : 'ASC'];
  if (field === undefined) return reading.addProblem('wrong-type', at, localized('sort-key-required'));
  const value = parseInput(
    field.shape,
    word.replace(/^[-+]/, ''),
    { ...at, graph: [...at.graph, 'field'] },
    reading,
  );
  return { field: value, direction };
}

function readObject(
  shape: InputObjectShape,
  json: JsonValue,
  at: InputPath,
  reading: ParseContext,
): Record<string, unknown> | undefined {
  const { scalarField, listField } = shape;
  if (isJsonObject(json)) return parseKeys(shape, json, at, reading);
  if (isJsonArray(json) && listField !== null) return parseShorthand(shape, listField, json, at, reading);
  if (json !== null && !isJsonArray(json) && scalarField !== null)
    return parseShorthand(shape, scalarField, json, at, reading);
  if (json === null && shape.isCondition) return addNullOperand(shape, at, reading);
  return reading.addProblem('wrong-type', at, localized('object-required', { subject: describePath(at) }), {
    value: json,
  });
}

/** Null is never compared with. */
function addNullOperand(shape: InputObjectShape, at: InputPath, reading: ParseContext): undefined {
  const key = shape.keys.has('empty') ? 'operand-null-or-empty' : 'operand-null';
  return reading.addProblem('wrong-type', at, localized(key, { subject: describePath(at) }));
}

/** Returns a bare value as the one field that it stands for. */
function parseShorthand(
  shape: InputObjectShape,
  fieldName: string,
  json: JsonValue,
  at: InputPath,
  reading: ParseContext,
): Record<string, unknown> | undefined {
  const key = [...shape.keys.values()].find(({ name }) => name === fieldName);
  if (key === undefined) return undefined;
  const value = parseInput(key.shape, json, { json: at.json, graph: [...at.graph, fieldName] }, reading);
  return { [fieldName]: value };
}

/** Returns the keys of an object. Keys that are null are left to the graph: absent = unchanged, null = clear. */
export function parseKeys(
  shape: InputObjectShape,
  json: JsonObject,
  at: InputPath,
  reading: ParseContext,
  options: {
    /** Keys that can be read but not written. */
    readonly readOnly?: ReadonlySet<string>;
    /** Fields that come from elsewhere. */
    readonly without?: ReadonlySet<string>;
  } = {},
): Record<string, unknown> {
  const { readOnly, without } = options;
  const parsedFields: Record<string, unknown> = {};
  const cleared: string[] = [];
  for (const name of Object.keys(json)) {
    if (reading.isFull) break;
    const key = shape.keys.get(name);
    if (key === undefined || without?.has(key.name)) {
      addUnknownKey(shape, name, childPath(at, name, name), reading, readOnly, without);
      continue;
    }
    const value = json[name] ?? null;
    const where = childPath(at, name, key.name);
    if (value === null) {
      readNull(shape, key, where, reading, parsedFields);
    } else if (key.shape.kind === 'keyed') {
      reading.pointers.set(where.graph, where.json, key.shape);
      const { entries, cleared: clearedEntries } = parseKeyedList(key.shape, value, where, reading, PARSERS, {
        at,
        count: cleared.length,
      });
      parsedFields[key.name] = entries;
      cleared.push(...clearedEntries);
      const { clears } = key.shape.list;
      if (
        clearedEntries.length > 0 &&
        clears !== undefined &&
        [...shape.keys.values()].some((one) => one.name === clears)
      )
        parsedFields[clears] = [...((parsedFields[clears] as string[] | undefined) ?? []), ...clearedEntries];
    } else {
      parsedFields[key.name] = parseInput(key.shape, value, where, reading);
    }
  }
  for (const key of shape.keys.values()) {
    if (key.isRequired && !without?.has(key.name) && json[key.key] === undefined)
      reading.addProblem(
        'required',
        childPath(at, key.key, key.name),
        key.description === ''
          ? localized('key-required', { name: key.key })
          : localized('key-required-described', { name: key.key, description: key.description }),
      );
  }
  return parsedFields;
}

const PARSERS = { readInput: parseInput, readKeys: parseKeys };

function readNull(
  shape: InputObjectShape,
  key: InputKey,
  at: InputPath,
  reading: ParseContext,
  parsedFields: Record<string, unknown>,
): void {
  reading.pointers.set(at.graph, at.json, key.shape);
  if (shape.isCondition) {
    addNullOperand(key.shape.kind === 'object' ? key.shape : shape, at, reading);
  } else if (key.shape.kind === 'keyed' && key.shape.list.many === true) {
    const message = localized('clear-by-key', { subject: describePath(at), key: key.shape.list.by });
    reading.addProblem('wrong-type', at, message);
  } else if (key.isNullable) {
    parsedFields[key.name] = null;
  } else {
    reading.addProblem('wrong-type', at, localized('never-null', { subject: describePath(at) }));
  }
}

function addUnknownKey(
  shape: InputObjectShape,
  name: string,
  at: InputPath,
  reading: ParseContext,
  readOnly: ReadonlySet<string> | undefined,
  without: ReadonlySet<string> | undefined,
): void {
  if (readOnly?.has(name)) {
    reading.addProblem('unknown-property', at, localized('key-read-only', { name }));
    return;
  }
  const knownKeys = shape.keys
    .values()
    .filter((key) => !without?.has(key.name))
    .map(({ key }) => key);
  const suggestions = suggest(name, knownKeys);
  const message = withSuggestions(localized('key-unknown', { name }), suggestions);
  reading.addProblem('unknown-property', at, message, { suggestions });
}
