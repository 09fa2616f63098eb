import type { CellChange } from '../../kernel/change.ts';
import { foldKey } from '../../kernel/codes.ts';
import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from '../../kernel/json.ts';
import { asJsonObject, type ResourceDocument, type ResourcePatch } from './resource.ts';
import { renameKeys, snakeCase } from './table-store.ts';

/**
 * Applies a patch in the manner of JSON Merge Patch (RFC 7396): absent = unchanged, null = back to the default of
 * `blank`; localized fields merge locale by locale, an empty text or null clears one; `merged` fields merge key by key.
 */
export function applyPatch<Document extends ResourceDocument>(
  current: Document,
  patch: ResourcePatch,
  blank: Document,
  localized: readonly string[],
  merged: readonly string[] = [],
): Document {
  const defaults = asJsonObject(blank);
  const next: Record<string, JsonValue | undefined> = { ...asJsonObject(current) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined || key === 'code') continue;
    if (value === null) next[key] = defaults[key] ?? null;
    else if (localized.includes(key) && isJsonObject(value)) next[key] = mergeTexts(next[key], value);
    else if (merged.includes(key) && isJsonObject(value)) next[key] = mergeKeys(next[key], value);
    else next[key] = value;
  }
  return next as unknown as Document;
}

function mergeTexts(current: JsonValue | undefined, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = {};
  const before = isJsonObject(current) ? current : {};
  for (const locale of [...new Set([...Object.keys(before), ...Object.keys(patch)])].sort()) {
    const text = locale in patch ? patch[locale] : before[locale];
    if (text !== undefined && text !== null && text !== '') merged[locale] = text;
  }
  return merged;
}

/** Merges keys, which may be codes: one that differs from a stored one in case only is the same. */
function mergeKeys(current: JsonValue | undefined, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(isJsonObject(current) ? current : {}));
  const keys = new Map([...merged.keys()].map((key) => [foldKey(key), key]));
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const existingKey = keys.get(foldKey(key));
    if (existingKey !== undefined) merged.delete(existingKey);
    if (value !== null) merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** Returns all fields of a document as changes to nothing: the ledger stores this for a deleted one. */
export function deletionChanges<Document extends ResourceDocument>(
  document: Document,
  localized: readonly string[],
  worded: readonly string[] = [],
): CellChange[] {
  const nothing = Object.fromEntries(Object.keys(document).map((key) => [key, null]));
  return diffDocuments<ResourceDocument>(document, nothing as unknown as ResourceDocument, localized, worded);
}

/**
 * Returns the differences between two documents, in wire names; localized fields locale by locale. The nested keys of
 * `worded` fields become wire names too; those of other fields are codes and stay.
 */
export function diffDocuments<Document extends ResourceDocument>(
  before: Document,
  after: Document,
  localized: readonly string[],
  worded: readonly string[] = [],
): CellChange[] {
  const changes: CellChange[] = [];
  const [oldFields, newFields] = [asJsonObject(before), asJsonObject(after)];
  for (const key of Object.keys(newFields)) {
    const [old, now] = [oldFields[key] ?? null, newFields[key] ?? null];
    if (jsonEquals(old, now)) continue;
    if (!localized.includes(key)) {
      const wire = (value: JsonValue) => (worded.includes(key) ? renameKeys(value, snakeCase) : value);
      changes.push({ path: snakeCase(key), channel: null, locale: null, old: wire(old), new: wire(now) });
      continue;
    }
    const [oldTexts, newTexts] = [isJsonObject(old) ? old : {}, isJsonObject(now) ? now : {}];
    for (const locale of [...new Set([...Object.keys(oldTexts), ...Object.keys(newTexts)])].sort()) {
      const [oldText, newText] = [oldTexts[locale] ?? null, newTexts[locale] ?? null];
      if (oldText !== newText) {
        changes.push({ path: snakeCase(key), channel: null, locale, old: oldText, new: newText });
      }
    }
  }
  return changes;
}
