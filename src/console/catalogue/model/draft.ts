import type { AnyConfigField, ConfigObject } from './config-page-types.ts';

/** A typed value, with the stored one that it changes. */
interface DraftValue {
  readonly base: unknown;
  readonly value: unknown;
}

/** Values that a person typed for an object and did not save, by field. */
export type Draft = Readonly<Record<string, DraftValue>>;

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A field that somebody else saved while it was edited. */
export interface FieldConflict {
  readonly name: string;
  readonly mine: unknown;
  readonly stored: unknown;
}

/**
 * Compares a draft with the object as it is stored now. What others saved since is taken over where the draft does not
 * change the same.
 *
 * @returns the draft against the stored values, and the fields of which both changed the same
 */
export function rebaseDraft<Item extends ConfigObject>(
  fields: readonly AnyConfigField<Item>[],
  draft: Draft,
  item: Item,
): { readonly draft: Draft; readonly conflicts: readonly FieldConflict[] } {
  const rebased: Record<string, DraftValue> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of fields) {
    const entry = draft[field.name];
    if (entry === undefined) continue;
    const stored: unknown = field.read(item);
    const value = isSame(entry.base, stored) ? entry.value : field.merge?.(entry.base, entry.value, stored);
    if (isSame(entry.value, stored) || isSame(value, stored)) continue;
    if (value === undefined) {
      rebased[field.name] = entry;
      conflicts.push({ name: field.name, mine: entry.value, stored });
    } else rebased[field.name] = { base: stored, value };
  }
  return { draft: rebased, conflicts };
}

/** Returns the fields of the input that a draft changes. */
export function inputOfDraft<Item>(
  fields: readonly AnyConfigField<Item>[],
  draft: Draft,
): Readonly<Record<string, unknown>> {
  const entries = fields.flatMap(({ name, write }) => {
    const entry = draft[name];
    if (entry === undefined) return [];
    return [[name, write === undefined ? entry.value : write(entry.value, entry.base)] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the draft of an object with these values that does not exist. */
export const draftOfValues = <Item>(
  fields: readonly AnyConfigField<Item>[],
  values: Readonly<Record<string, unknown>>,
): Draft =>
  Object.fromEntries(
    fields.flatMap(({ name, initial }) =>
      values[name] == null || isSame(values[name], initial)
        ? []
        : [[name, { base: initial, value: values[name] }]],
    ),
  );
