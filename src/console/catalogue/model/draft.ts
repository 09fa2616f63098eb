import type {
  AnyConfigField,
  ConfigElements,
  ConfigObject,
  Draft,
  DraftValue,
  FieldConflict,
} from './config-page-types.ts';

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

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

/** Returns true if a name of a draft is that of an element of a list or a matrix. */
export const isElement = (name: string): boolean => name.includes('/');

/** Returns the fields of an object, and those of the elements that a draft changes. */
export const fieldsOfDraft = <Item extends ConfigObject>(
  page: {
    readonly fields: readonly AnyConfigField<Item>[];
    readonly elements?: ConfigElements<Item> | undefined;
  },
  draft: Draft,
  item: Item,
): readonly AnyConfigField<Item>[] => {
  const { fields, elements } = page;
  if (elements === undefined) return fields;
  const names = Object.keys(draft).filter(isElement);
  return [...fields, ...names.map((name) => elements.fieldOf(name, item))];
};

/** Returns a draft with the change from one to another that another window has, too; its other entries stay. */
export function withDraftChange(draft: Draft, before: Draft, after: Draft): Draft {
  const entries = new Map(Object.entries(draft));
  for (const name of Object.keys(before)) if (after[name] === undefined) entries.delete(name);
  for (const [name, entry] of Object.entries(after)) if (before[name] !== entry) entries.set(name, entry);
  return Object.fromEntries(entries);
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
