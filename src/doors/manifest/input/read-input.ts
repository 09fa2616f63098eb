import type { GraphQLScalarType } from 'graphql';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { findUnstorable } from '../../../kernel/text/storable-text.ts';
import type { InputKey, InputObjectShape, InputShape } from '../exposed-operation.ts';
import { below, type InputReading, nameOf, type Where } from './input-reading.ts';
import { readKeyedList } from './read-keyed-list.ts';

/** Turns JSON into the value of a variable; what does not fit is noted in `reading`. */
export function readInput(shape: InputShape, json: JsonValue, at: Where, reading: InputReading): unknown {
  reading.pointers.note(at.graph, at.json, shape);
  switch (shape.kind) {
    case 'scalar':
      return readScalar(shape.type, json, at, reading);
    case 'enum':
      return readEnum(shape, json, at, reading);
    case 'list':
      if (!isJsonArray(json))
        return reading.refuse('wrong-type', at, localized('list-required', { subject: nameOf(at) }), {
          value: json,
        });
      return readList(shape.of, json, at, reading);
    case 'sort':
      return typeof json === 'string'
        ? readSortWord(shape.entry, json, at, reading)
        : readInput(shape.entry, json, at, reading);
    case 'keyed':
      return readKeyedList(shape, json, at, reading, READERS).entries;
    case 'object':
      return readObject(shape, json, at, reading);
  }
}

function readList(of: InputShape, json: readonly JsonValue[], at: Where, reading: InputReading): unknown[] {
  const made: unknown[] = [];
  for (const [index, item] of json.entries()) {
    if (reading.isFull) break;
    const where = below(at, String(index), String(index));
    made.push(
      item === null
        ? reading.refuse('wrong-type', where, localized('list-entry-null'))
        : readInput(of, item, where, reading),
    );
  }
  return made;
}

function readScalar(type: GraphQLScalarType, json: JsonValue, at: Where, reading: InputReading): unknown {
  const bad = findUnstorable(json);
  if (bad !== null) {
    const where = { ...at, json: [...at.json, ...bad.path] };
    return reading.refuse(
      'invalid-format',
      where,
      localized('value-unstorable', { subject: nameOf(where), why: bad.why }),
      { value: json },
    );
  }
  if (type.name === 'JSON') return json;
  const refuse = (key: 'json-text-required' | 'json-boolean-required' | 'json-integer-required') =>
    reading.refuse('wrong-type', at, localized(key, { subject: nameOf(at) }), { value: json });
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
          subject: nameOf(at),
          reason: (error as Error).message,
        });
        return reading.refuse('invalid-format', at, message, { value: json });
      }
  }
}

function readEnum(
  { words, synonyms }: InputShape & { readonly kind: 'enum' },
  json: JsonValue,
  at: Where,
  reading: InputReading,
): unknown {
  const name = typeof json === 'string' ? (words.get(json) ?? synonyms?.get(json)) : undefined;
  if (name !== undefined) return name;
  const allowed = [...words.keys()];
  const suggestions = typeof json === 'string' ? suggest(json, allowed) : [];
  const message = withSuggestions(
    localized('choice-required', { subject: nameOf(at), list: allowed }),
    suggestions,
  );
  const code = typeof json === 'string' ? 'value-not-allowed' : 'wrong-type';
  return reading.refuse(code, at, message, { value: json, suggestions });
}

/** `-updated_at` */
function readSortWord(entry: InputObjectShape, word: string, at: Where, reading: InputReading): unknown {
  const [field, direction] = [entry.keys.get('field'), word.startsWith('-') ? 'DESC' : 'ASC'];
  if (field === undefined) return reading.refuse('wrong-type', at, localized('sort-key-required'));
  const value = readInput(
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
  at: Where,
  reading: InputReading,
): Record<string, unknown> | undefined {
  const { scalarField, listField } = shape;
  if (isJsonObject(json)) return readKeys(shape, json, at, reading);
  if (isJsonArray(json) && listField !== null) return readAs(shape, listField, json, at, reading);
  if (json !== null && !isJsonArray(json) && scalarField !== null)
    return readAs(shape, scalarField, json, at, reading);
  if (json === null && shape.isCondition) return refuseOperand(shape, at, reading);
  return reading.refuse('wrong-type', at, localized('object-required', { subject: nameOf(at) }), {
    value: json,
  });
}

/** Null is never compared with. */
function refuseOperand(shape: InputObjectShape, at: Where, reading: InputReading): undefined {
  const key = shape.keys.has('empty') ? 'operand-null-or-empty' : 'operand-null';
  return reading.refuse('wrong-type', at, localized(key, { subject: nameOf(at) }));
}

/** Returns a bare value as the one field that it stands for. */
function readAs(
  shape: InputObjectShape,
  fieldName: string,
  json: JsonValue,
  at: Where,
  reading: InputReading,
): Record<string, unknown> | undefined {
  const key = [...shape.keys.values()].find(({ name }) => name === fieldName);
  if (key === undefined) return undefined;
  const value = readInput(key.shape, json, { json: at.json, graph: [...at.graph, fieldName] }, reading);
  return { [fieldName]: value };
}

/** Returns the keys of an object. Keys that are null are left to the graph: absent = unchanged, null = clear. */
export function readKeys(
  shape: InputObjectShape,
  json: JsonObject,
  at: Where,
  reading: InputReading,
  options: {
    /** Keys that can be read but not written. */
    readonly readOnly?: ReadonlySet<string>;
    /** Fields that come from elsewhere. */
    readonly without?: ReadonlySet<string>;
  } = {},
): Record<string, unknown> {
  const { readOnly, without } = options;
  const made: Record<string, unknown> = {};
  const cleared: string[] = [];
  for (const name of Object.keys(json)) {
    if (reading.isFull) break;
    const key = shape.keys.get(name);
    if (key === undefined || without?.has(key.name)) {
      refuseKey(shape, name, below(at, name, name), reading, readOnly, without);
      continue;
    }
    const value = json[name] ?? null;
    const where = below(at, name, key.name);
    if (value === null) {
      readNull(shape, key, where, reading, made);
    } else if (key.shape.kind === 'keyed') {
      reading.pointers.note(where.graph, where.json, key.shape);
      const { entries, cleared: gone } = readKeyedList(key.shape, value, where, reading, READERS, {
        at,
        count: cleared.length,
      });
      made[key.name] = entries;
      cleared.push(...gone);
      const { clears } = key.shape.list;
      if (
        gone.length > 0 &&
        clears !== undefined &&
        [...shape.keys.values()].some((one) => one.name === clears)
      )
        made[clears] = [...((made[clears] as string[] | undefined) ?? []), ...gone];
    } else {
      made[key.name] = readInput(key.shape, value, where, reading);
    }
  }
  for (const key of shape.keys.values()) {
    if (key.isRequired && !without?.has(key.name) && json[key.key] === undefined)
      reading.refuse(
        'required',
        below(at, key.key, key.name),
        key.description === ''
          ? localized('key-required', { name: key.key })
          : localized('key-required-described', { name: key.key, description: key.description }),
      );
  }
  return made;
}

const READERS = { readInput, readKeys };

function readNull(
  shape: InputObjectShape,
  key: InputKey,
  at: Where,
  reading: InputReading,
  made: Record<string, unknown>,
): void {
  reading.pointers.note(at.graph, at.json, key.shape);
  if (shape.isCondition) {
    refuseOperand(key.shape.kind === 'object' ? key.shape : shape, at, reading);
  } else if (key.shape.kind === 'keyed' && key.shape.list.many === true) {
    const message = localized('clear-by-key', { subject: nameOf(at), key: key.shape.list.by });
    reading.refuse('wrong-type', at, message);
  } else if (key.isNullable) {
    made[key.name] = null;
  } else {
    reading.refuse('wrong-type', at, localized('never-null', { subject: nameOf(at) }));
  }
}

function refuseKey(
  shape: InputObjectShape,
  name: string,
  at: Where,
  reading: InputReading,
  readOnly: ReadonlySet<string> | undefined,
  without: ReadonlySet<string> | undefined,
): void {
  if (readOnly?.has(name)) {
    reading.refuse('unknown-property', at, localized('key-read-only', { name }));
    return;
  }
  const known = shape.keys
    .values()
    .filter((key) => !without?.has(key.name))
    .map(({ key }) => key);
  const suggestions = suggest(name, known);
  const message = withSuggestions(localized('key-unknown', { name }), suggestions);
  reading.refuse('unknown-property', at, message, { suggestions });
}
