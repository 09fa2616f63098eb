import type { CellChange } from '../../../kernel/change.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEquals,
} from '../../../kernel/json.ts';
import { changedSince, type RevertItem, type RevertProblem } from '../../../platform/ledger/revert.ts';
import type { ResourcePatch } from '../../../platform/resource/resource.ts';
import { camelCase, renameKeys, snakeCase } from '../../../platform/resource/table-store.ts';
import type { ConfigurationResource } from '../../configuration/index.ts';
import { changeKey } from '../../event/index.ts';

type Fields = Pick<ConfigurationResource, 'localized' | 'merged' | 'worded'>;

/** A change of an event that is to be taken back. */
export interface DocumentChange {
  readonly item: RevertItem;
  readonly change: CellChange;
}

/** Fields of an object to write, and the changes that stay. */
export interface DocumentRevert {
  /** Values to write, by field; texts by locale. */
  readonly patch: ResourcePatch;
  /** Changes that each field of the patch takes back. */
  readonly changesByField: ReadonlyMap<string, readonly DocumentChange[]>;
  readonly problems: readonly { readonly item: RevertItem; readonly problem: RevertProblem }[];
}

/**
 * Returns what takes changes of a document back, the newest first: a field goes back where it still has the value that
 * the change wrote. Of a list or an object, only the entries that the change wrote go back.
 *
 * @param isExcluded returns true for changes that stay, such as those that a rule rejects
 */
export function revertDocument(
  fields: Fields,
  document: JsonObject,
  items: readonly RevertItem[],
  { force, isExcluded }: { readonly force: boolean; readonly isExcluded: (change: CellChange) => boolean },
): DocumentRevert {
  const present = new Map<string, JsonValue>();
  const written = new Map<string, { readonly change: CellChange; readonly done: DocumentChange[] }>();
  const problems: { item: RevertItem; problem: RevertProblem }[] = [];
  for (const item of items) {
    for (const change of item.changes) {
      if (isExcluded(change)) continue;
      const key = changeKey(change);
      const value = present.get(key) ?? presentValue(fields, document, change);
      const reverted = force ? { value: change.old, isConflict: false } : revertValue(change, value);
      if (reverted.isConflict) problems.push({ item, problem: changedSince(change, value) });
      if (jsonEquals(reverted.value, value)) continue;
      present.set(key, reverted.value);
      const entry = written.get(key) ?? { change, done: [] };
      entry.done.push({ item, change });
      written.set(key, entry);
    }
  }
  const patch: Record<string, JsonValue> = {};
  const changesByField = new Map<string, DocumentChange[]>();
  for (const [key, { change, done }] of written) {
    const value = present.get(key) ?? null;
    const field = camelCase(change.path);
    if (jsonEquals(value, presentValue(fields, document, change))) continue;
    changesByField.set(field, [...(changesByField.get(field) ?? []), ...done]);
    patch[field] =
      fields.localized.includes(field) && change.locale !== null
        ? { ...(patch[field] as JsonObject | undefined), [change.locale]: value }
        : patchOf(fields, field, value, document[field]);
  }
  return { patch, changesByField, problems };
}

/** Returns the fields of a document as the changes of its deletion have stored them. */
export function documentBefore(fields: Fields, deletion: readonly CellChange[]): ResourcePatch {
  const patch: Record<string, JsonValue> = {};
  for (const { path, locale, old } of deletion) {
    const field = camelCase(path);
    patch[field] =
      fields.localized.includes(field) && locale !== null
        ? { ...(patch[field] as JsonObject | undefined), [locale]: old }
        : patchOf(fields, field, old, null);
  }
  return patch;
}

/** Returns the value of a field as changes have it: with wire names, a text of one locale by itself. */
function presentValue(fields: Fields, document: JsonObject, { path, locale }: CellChange): JsonValue {
  const field = camelCase(path);
  const value = document[field] ?? null;
  if (fields.localized.includes(field))
    return isJsonObject(value) && locale !== null ? (value[locale] ?? null) : null;
  return fields.worded?.includes(field) === true ? renameKeys(value, snakeCase) : value;
}

/** Returns a value as a patch has it; keys that an object no longer has are null. */
function patchOf(fields: Fields, field: string, value: JsonValue, present: JsonValue | undefined): JsonValue {
  const patchValue = fields.worded?.includes(field) === true ? renameKeys(value, camelCase) : value;
  if (fields.merged?.includes(field) !== true || !isJsonObject(patchValue)) return patchValue;
  const removed = isJsonObject(present) ? Object.keys(present).map((key) => [key, null] as const) : [];
  return { ...Object.fromEntries(removed), ...patchValue };
}

interface RevertedValue {
  readonly value: JsonValue;
  /** True if the present value, or some of its entries, is neither what the change wrote nor what was there before. */
  readonly isConflict: boolean;
}

function revertValue({ old, new: written }: CellChange, present: JsonValue): RevertedValue {
  if (jsonEquals(present, written)) return { value: old, isConflict: false };
  if (jsonEquals(present, old)) return { value: present, isConflict: false };
  const [before, after, now] = [entriesOf(old), entriesOf(written), entriesOf(present)];
  if (before === null || after === null || now === null) return { value: present, isConflict: true };
  const isList = [old, written, present].some(isJsonArray);
  const { entries, isConflict } = revertEntries(before, after, now);
  const value = isList ? [...entries.values()] : Object.fromEntries(entries);
  return { value, isConflict };
}

type Entries = ReadonlyMap<string, JsonValue>;

/** Returns the entries of an object, a list of texts or a list of objects with codes; null for other values. */
function entriesOf(value: JsonValue): Entries | null {
  if (value === null) return new Map();
  if (isJsonObject(value)) return new Map(Object.entries(value) as [string, JsonValue][]);
  if (!isJsonArray(value)) return null;
  const entries = value.map((item) => [isJsonObject(item) ? item.code : item, item] as const);
  const isKeyed = entries.every(([key]) => typeof key === 'string');
  return isKeyed ? new Map(entries as [string, JsonValue][]) : null;
}

/** Takes back what a change did to entries; those that come back follow the entry that they followed before. */
function revertEntries(
  before: Entries,
  after: Entries,
  present: Entries,
): { readonly entries: Entries; readonly isConflict: boolean } {
  let entries = new Map(present);
  let isConflict = false;
  const keysBefore = [...before.keys()];
  for (const key of new Set([...keysBefore, ...after.keys()])) {
    const [old, written, now] = [before.get(key), after.get(key), entries.get(key)];
    if (jsonEquals(old, written) || jsonEquals(now, old)) continue;
    if (!jsonEquals(now, written)) isConflict = true;
    else if (old === undefined) entries.delete(key);
    else if (now !== undefined) entries.set(key, old);
    else {
      const previous = keysBefore.slice(0, keysBefore.indexOf(key)).findLast((one) => entries.has(one));
      const list = [...entries];
      const position = previous === undefined ? 0 : list.findIndex(([one]) => one === previous) + 1;
      entries = new Map([...list.slice(0, position), [key, old], ...list.slice(position)]);
    }
  }
  return { entries, isConflict };
}
