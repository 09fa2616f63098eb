import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { unstorableReason } from '../../../kernel/text/storable-text.ts';
import type { InputObjectShape, InputShape } from '../exposed-operation.ts';
import { describePath, type InputPath, type ParseContext } from './parse-context.ts';

type KeyedShape = InputShape & { readonly kind: 'keyed' };

interface KeyedReading {
  /** The entries as the graph lists them. */
  readonly entries: Record<string, unknown>[] | undefined;
  /** Keys that were null and are listed beside the entries. */
  readonly cleared: string[];
}

/** Readers of the entries of a list: the functions of the same names in read-input.ts, which itself reads lists. */
interface EntryReaders {
  readInput(shape: InputShape, json: JsonValue, at: InputPath, reading: ParseContext): unknown;
  readKeys(
    shape: InputObjectShape,
    json: JsonObject,
    at: InputPath,
    reading: ParseContext,
    options: { readonly without: ReadonlySet<string> },
  ): Record<string, unknown>;
}

/**
 * Reads an object by keys as the list that the graph has. Below a key stands the entry, or the one field that stands
 * for it; of a list with several entries per key also an array of entries.
 *
 * @param owner the object that the list is a key of, and how many of its keys are cleared already
 */
export function parseKeyedList(
  shape: KeyedShape,
  json: JsonValue,
  at: InputPath,
  reading: ParseContext,
  readers: EntryReaders,
  owner: { readonly at: InputPath; readonly count: number } = { at, count: 0 },
): KeyedReading {
  const { by, value: valueName, many = false, clears, insteadOfValue = [] } = shape.list;
  const entries: Record<string, unknown>[] = [];
  const cleared: string[] = [];
  if (!isJsonObject(json)) {
    reading.addProblem(
      'wrong-type',
      at,
      localized('keyed-object-required', { subject: describePath(at), key: by }),
      {
        value: json,
      },
    );
    return { entries: undefined, cleared };
  }
  /** Returns the position of the next entry. */
  const whereOf = (keys: readonly string[]): InputPath => ({
    json: [...at.json, ...keys],
    graph: [...at.graph, String(entries.length)],
  });
  const { isCondition, listField, scalarField } = shape.entry;
  const keyShape = [...shape.entry.keys.values()].find(({ name }) => name === by)?.shape;
  /** Returns the key as the graph has it: a value of an enum has another name there. */
  const readKey = (key: string, where: InputPath) =>
    keyShape?.kind === 'enum'
      ? readers.readInput(keyShape, key, { json: where.json, graph: [...where.graph, by] }, reading)
      : key;
  const addObject = (key: string, object: JsonObject, where: InputPath) => {
    reading.pointers.set(where.graph, where.json, shape.entry);
    if (isCondition) reading.pointers.set([...where.graph, by], where.json, shape.entry);
    const without = new Set([by]);
    const isValued =
      valueName === undefined ||
      object[valueName] !== undefined ||
      insteadOfValue.some((name) => (object[name] ?? null) !== null);
    if (many && !isValued) {
      reading.addProblem('required', where, localized('cell-form', { name: key, value: valueName }), {
        value: object,
      });
      return;
    }
    const entry = readers.readKeys(shape.entry, object, where, reading, { without });
    entries.push({ [by]: readKey(key, where), ...entry });
  };
  const addValue = (key: string, value: JsonValue, where: InputPath) => {
    // A bare value below the key of a condition is compared for equality, as in conditions without keys.
    const shorthand = isJsonArray(value) ? listField : scalarField;
    const fieldName = valueName ?? (isCondition ? shorthand : undefined);
    const field = [...shape.entry.keys.values()].find(({ name }) => name === fieldName);
    if (field === undefined) {
      reading.addProblem(
        'wrong-type',
        where,
        localized('object-required', { subject: localized('quoted', { name: key }) }),
        { value },
      );
      return;
    }
    reading.pointers.set(where.graph, where.json, shape.entry);
    if (isCondition) reading.pointers.set([...where.graph, by], where.json, shape.entry);
    const inner = { json: where.json, graph: [...where.graph, field.name] };
    const read = value === null ? null : readers.readInput(field.shape, value, inner, reading);
    reading.pointers.set(inner.graph, inner.json, field.shape);
    entries.push({ [by]: readKey(key, where), [field.name]: read });
  };
  for (const key of Object.keys(json)) {
    if (reading.isFull) break;
    const value = json[key] ?? null;
    const where = whereOf([key]);
    const why = unstorableReason(key);
    if (why !== null) {
      reading.addProblem('invalid-format', where, localized('key-unstorable', { name: key, why }));
    } else if (value === null && clears !== undefined) {
      const index = String(owner.count + cleared.length);
      reading.pointers.set([...owner.at.graph, clears, index], where.json, shape);
      cleared.push(key);
    } else if (many && isJsonArray(value)) {
      const objects = value.filter(isJsonObject);
      if (objects.length === 0 || objects.length < value.length) {
        reading.addProblem('wrong-type', where, localized('cell-list-form', { name: key }), { value });
        continue;
      }
      for (const [index, object] of objects.entries()) addObject(key, object, whereOf([key, String(index)]));
    } else if (isJsonObject(value) && (many || valueName === undefined)) {
      addObject(key, value, where);
    } else {
      addValue(key, value, where);
    }
  }
  return { entries, cleared };
}
