import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { OutputShape } from '../manifest/exposed-operation.ts';
import { pointerTo } from '../manifest/input/input-path-map.ts';

/** Most bytes of a response, as JSON in UTF-8; a model reads no more at once without losing the thread. */
export const MAX_RESULT_BYTES = 24_000;

/** Smaller entries of a list are kept whole or left out whole. */
const MIN_ENTRY_BYTES = 2_000;

/** A response that was made to fit. */
export interface TruncatedResult {
  readonly json: JsonObject;
  /** JSON Pointers (RFC 6901) to what is missing or incomplete. */
  readonly leftOut: readonly string[];
}

export const jsonSizeBytes = (json: JsonValue | undefined): number =>
  json === undefined ? 0 : Buffer.byteLength(JSON.stringify(json));

/**
 * Leaves out of a response what is too much, the largest parts first, so that it still has the form it always has:
 * values and entries by code are left out whole, lists and texts are cut at their ends.
 */
export function truncateResult(shape: OutputShape, json: JsonObject, limitBytes: number): TruncatedResult {
  const leftOut: string[] = [];
  const fitted = shrink({ shape, json, path: [] }, limitBytes, leftOut);
  return { json: fitted as JsonObject, leftOut };
}

interface Part {
  /** Null within JSON that the schema does not look into. */
  readonly shape: OutputShape | null;
  readonly json: JsonValue;
  readonly path: readonly string[];
}

function shrink(part: Part, limitBytes: number, leftOut: string[]): JsonValue {
  const { shape, json, path } = part;
  if (jsonSizeBytes(json) <= limitBytes) return json;
  if (typeof json === 'string') return cutText(json, path, limitBytes, leftOut);
  if (isJsonArray(json)) return shrinkList(part, json, limitBytes, leftOut);
  if (!isJsonObject(json)) return json;
  return shape === null || shape.kind === 'keyed' || shape.kind === 'leaf'
    ? dropEntries(json, path, limitBytes, leftOut)
    : shrinkObject(part, json, limitBytes, leftOut);
}

/** Text of fixed keys: labels and descriptions. Values, which may be written back, are never cut in the middle. */
function cutText(text: string, path: readonly string[], limitBytes: number, leftOut: string[]): string {
  leftOut.push(pointerTo(path));
  let shortenedText = text.slice(0, Math.max(0, limitBytes));
  while (shortenedText !== '' && jsonSizeBytes(`${shortenedText}…`) > limitBytes)
    shortenedText = shortenedText.slice(0, Math.floor(shortenedText.length * 0.8));
  return `${shortenedText.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Objects whose keys are open: as many entries as fit, the largest left out. */
function dropEntries(
  json: JsonObject,
  path: readonly string[],
  limitBytes: number,
  leftOut: string[],
): JsonObject {
  const remainingEntries = { ...json };
  const largestFirst = Object.entries(json)
    .map(([key, value]) => ({ key, bytes: jsonSizeBytes(key) + jsonSizeBytes(value) + 2 }))
    .sort((a, b) => b.bytes - a.bytes);
  let bytes = jsonSizeBytes(json);
  for (const entry of largestFirst) {
    if (bytes <= limitBytes) break;
    delete remainingEntries[entry.key];
    leftOut.push(pointerTo([...path, entry.key]));
    bytes -= entry.bytes;
  }
  return remainingEntries;
}

function shrinkObject(part: Part, json: JsonObject, limitBytes: number, leftOut: string[]): JsonObject {
  const keys = part.shape?.kind === 'object' ? part.shape.keys : [];
  const parts = Object.entries(json).map(([key, value]) => ({
    shape: keys.find((one) => one.key === key)?.shape ?? null,
    json: value ?? null,
    path: [...part.path, key],
  }));
  const names = jsonSizeBytes(json) - parts.reduce((sum, one) => sum + jsonSizeBytes(one.json), 0);
  const shrunk = distributeBytes(parts, limitBytes - names, leftOut);
  return Object.fromEntries(Object.keys(json).map((key, index) => [key, shrunk[index] ?? null]));
}

/** Makes the entries smaller, and where that is not enough cuts the list at its end. */
function shrinkList(
  part: Part,
  json: readonly JsonValue[],
  limitBytes: number,
  leftOut: string[],
): JsonValue[] {
  const of = part.shape?.kind === 'list' ? part.shape.of : null;
  const parts = json.map((value, index) => ({ shape: of, json: value, path: [...part.path, String(index)] }));
  const inside: string[] = [];
  const shrunk = distributeBytes(parts, limitBytes - json.length - 1, inside, MIN_ENTRY_BYTES);
  const remainingItems: JsonValue[] = [];
  let bytes = 2;
  for (const value of shrunk) {
    bytes += jsonSizeBytes(value) + 1;
    if (bytes > limitBytes) break;
    remainingItems.push(value);
  }
  if (remainingItems.length < json.length) leftOut.push(pointerTo(part.path));
  leftOut.push(...inside.filter((pointer) => isWithin(pointer, part.path, remainingItems.length)));
  return remainingItems;
}

/** Returns true if a pointer below a list leads to one of its first entries. */
function isWithin(pointer: string, path: readonly string[], count: number): boolean {
  const index = pointer.slice(pointerTo(path).length + 1).split('/')[0];
  return Number(index) < count;
}

/** Gives each part its share of the room: small ones stay as they are, large ones share what is left. */
function distributeBytes(
  parts: readonly Part[],
  limitBytes: number,
  leftOut: string[],
  leastBytes = 0,
): JsonValue[] {
  const sizes = parts.map((part) => jsonSizeBytes(part.json));
  let room = limitBytes;
  let share = 0;
  const bySize = [...sizes].sort((a, b) => a - b);
  for (const [index, bytes] of bySize.entries()) {
    share = Math.floor(room / (bySize.length - index));
    if (bytes > share) break;
    room -= bytes;
  }
  const most = Math.max(share, leastBytes);
  return parts.map((part, index) => ((sizes[index] ?? 0) > most ? shrink(part, most, leftOut) : part.json));
}
