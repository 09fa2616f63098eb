import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { CellWrite, ValueSource } from './cells.ts';

export interface ParsedCellWrites {
  readonly writes: readonly CellWrite[];
  readonly problems: readonly FieldProblem[];
}

/** `in_set` and `source` are marks of reading; they come back when a product is read, changed and written. */
const CELL_KEYS: readonly string[] = [
  'value',
  'locale',
  'channel',
  'source',
  'in_set',
  'partial',
  'add',
  'remove',
];
const SOURCES: readonly ValueSource[] = ['own', 'inherited', 'fallback'];
const CELL_FORM = localized('cell-wire-form', { cell: '{"value": …}' });

/**
 * Reads the wire form of `values`: an object by attribute code, each entry a cell, an array of cells, null (clears all
 * its cells), or a bare text, number or boolean. Bare lists and objects are rejected, because they cannot be told from
 * cells. Nothing is looked up here: whether attributes and locales exist, `mergeCells` says.
 */
export function readCellWrites(
  json: JsonValue | undefined,
  basePath: readonly string[] = ['values'],
): ParsedCellWrites {
  const result: Found = { writes: [], problems: [] };
  if (json === undefined) return result;
  if (!isJsonObject(json)) {
    refuse(result, 'wrong-type', basePath, localized('values-by-attribute'), { value: json });
    return result;
  }
  for (const attribute of Object.keys(json)) {
    readEntry(attribute, json[attribute], [...basePath, attribute], result);
  }
  return result;
}

interface Found {
  readonly writes: CellWrite[];
  readonly problems: FieldProblem[];
}

function refuse(
  result: Found,
  code: FieldProblemCode,
  path: readonly string[],
  message: Message,
  details: Parameters<typeof fieldProblem>[3],
): void {
  result.problems.push(fieldProblem(code, path, message, details));
}

function readEntry(
  attribute: string,
  entry: JsonValue | undefined,
  path: readonly string[],
  result: Found,
): void {
  if (entry === undefined) return;
  if (entry === null) {
    result.writes.push({ attribute, clear: true, path });
  } else if (isJsonObject(entry)) {
    readCell(attribute, entry, path, result);
  } else if (isJsonArray(entry)) {
    // An empty list names no cell, but its sender surely meant something by it.
    if (entry.length > 0 && entry.every(isJsonObject)) {
      entry.forEach((cell, index) => void readCell(attribute, cell, [...path, String(index)], result));
      return;
    }
    const message = localized('cells-form', { attribute, form: CELL_FORM, list: '{"value": […]}' });
    refuse(result, 'wrong-type', path, message, { attribute, value: entry });
  } else {
    result.writes.push({ attribute, channel: null, locale: null, value: entry, path });
  }
}

function readCell(attribute: string, cell: JsonObject, path: readonly string[], result: Found): void {
  const problemsBefore = result.problems.length;
  checkKeys(attribute, cell, path, result);
  const channel = readCode(attribute, cell, 'channel', path, result);
  const locale = readCode(attribute, cell, 'locale', path, result);
  const source = readSource(attribute, cell, path, result);
  const add = readCodes(attribute, cell, 'add', path, result);
  const remove = readCodes(attribute, cell, 'remove', path, result);
  const partial = readPartial(attribute, cell, path, result);
  if (result.problems.length > problemsBefore) return;
  const value = cell.value ?? null;
  const key = add !== undefined ? 'add' : remove !== undefined ? 'remove' : 'value';
  const write: CellWrite = {
    attribute,
    channel,
    locale,
    value,
    path: [...path, key],
    ...(source === undefined ? {} : { source }),
    ...(partial === undefined ? {} : { partial }),
    ...(add === undefined ? {} : { add }),
    ...(remove === undefined ? {} : { remove }),
  };
  result.writes.push(write);
}

function checkKeys(attribute: string, cell: JsonObject, path: readonly string[], result: Found): void {
  const unknown = Object.keys(cell).filter((key) => !CELL_KEYS.includes(key));
  if (cell.value === undefined && (cell.add ?? cell.remove ?? null) === null) {
    const message = localized('cell-object-form', { attribute, form: CELL_FORM });
    refuse(result, unknown.length > 0 ? 'wrong-type' : 'required', path, message, { attribute, value: cell });
    return;
  }
  for (const key of unknown) {
    const suggestions = suggest(key, CELL_KEYS);
    const message = withSuggestions(localized('cell-key-unknown', { attribute, key }), suggestions);
    refuse(result, 'unknown-property', [...path, key], message, { attribute, suggestions });
  }
}

function readCode(
  attribute: string,
  cell: JsonObject,
  key: 'channel' | 'locale',
  path: readonly string[],
  result: Found,
): string | null {
  const code = cell[key] ?? null;
  if (code === null || typeof code === 'string') return code;
  refuse(
    result,
    'wrong-type',
    [...path, key],
    localized(key === 'channel' ? 'cell-channel-form' : 'cell-locale-form'),
    {
      attribute,
      value: code,
    },
  );
  return null;
}

/** Reads the codes that a list gets or loses. */
function readCodes(
  attribute: string,
  cell: JsonObject,
  key: 'add' | 'remove',
  path: readonly string[],
  result: Found,
): readonly string[] | undefined {
  const codes = cell[key] ?? undefined;
  if (codes === undefined) return undefined;
  if (isJsonArray(codes) && codes.every((code) => typeof code === 'string')) return codes as string[];
  refuse(result, 'wrong-type', [...path, key], localized('cell-codes-form', { key }), {
    attribute,
    value: codes,
  });
  return undefined;
}

function readPartial(
  attribute: string,
  { partial }: JsonObject,
  path: readonly string[],
  result: Found,
): boolean | undefined {
  if (partial === undefined || partial === null || typeof partial === 'boolean') return partial ?? undefined;
  refuse(result, 'wrong-type', [...path, 'partial'], localized('cell-partial-form'), {
    attribute,
    value: partial,
  });
  return undefined;
}

function readSource(
  attribute: string,
  cell: JsonObject,
  path: readonly string[],
  result: Found,
): ValueSource | undefined {
  const sent = cell.source ?? null;
  const source = SOURCES.find((validSource) => validSource === sent);
  if (source === undefined && sent !== null) {
    const message = localized('cell-source-form', { list: SOURCES });
    const details = { attribute, value: sent, suggestions: SOURCES };
    refuse(result, 'value-not-allowed', [...path, 'source'], message, details);
  }
  return source;
}
