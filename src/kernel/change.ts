import type { JsonValue } from './json.ts';

/**
 * One changed path of an object, as the ledger stores it and every API shows it. `path` is in wire names: `status`,
 * `labels`, `values.name`.
 */
export interface CellChange {
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly old: JsonValue;
  readonly new: JsonValue;
}

/**
 * A change as it is stored. Where `old` and `new` name products or entities by code, which may name others later,
 * `byId` has what the object itself holds: UUIDs.
 */
export interface StoredChange extends CellChange {
  readonly byId?: { readonly old: JsonValue; readonly new: JsonValue };
}

/** Returns the value that the object held before a change; `storedValueAfter` returns the one after it. */
export const storedValueBefore = ({ byId, old }: StoredChange): JsonValue =>
  byId === undefined ? old : byId.old;
export const storedValueAfter = (change: StoredChange): JsonValue =>
  change.byId === undefined ? change.new : change.byId.new;

/** Returns a change in the form for clients, with its keys in this order. */
export const publicChange = ({ path, channel, locale, old, new: now }: StoredChange): CellChange => ({
  path,
  channel,
  locale,
  old,
  new: now,
});
