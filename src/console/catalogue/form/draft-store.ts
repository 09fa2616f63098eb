import { FORM_DRAFTS } from '../values/unsaved-values.ts';
import { type DraftValue, isSameValue, type ValueIssue, valueKey } from './draft.ts';

/** Storage of drafts, such as `localStorage`. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface StoredDraft {
  readonly code: string;
  readonly at: string;
  readonly values: readonly DraftValue[];
}

const storageKey = (userId: string, id: string) => `${FORM_DRAFTS} ${userId} ${id}`;

function read(storage: DraftStorage, key: string): StoredDraft | null {
  try {
    // Releases up to 0.3.0 stored the SKU instead of the code.
    const storedDraft = JSON.parse(storage.getItem(key) ?? '{}') as Partial<StoredDraft> & { sku?: string };
    const { sku = '', code = sku, at = '', values } = storedDraft;
    return Array.isArray(values) && values.length > 0 ? { code, at, values } : null;
  } catch {
    return null;
  }
}

/** Finds the values that a person typed for an object and did not save, by its SKU or code: for deleted ones. */
export function findStoredDraft(storage: Storage, userId: string, code: string): readonly DraftValue[] {
  for (const key of Object.keys(storage)) {
    if (!key.startsWith(storageKey(userId, ''))) continue;
    const storedDraft = read(storage, key);
    if (storedDraft?.code === code) return storedDraft.values;
  }
  return [];
}

/**
 * Stores the typed values of a form in the browser with every change, by person and object. Two windows
 * share the draft, each writes only the values that it changes.
 */
export function createDraftStore(
  { userId, id, code }: { readonly userId: string; readonly id: string; readonly code: string },
  storage: DraftStorage,
  onFull: () => void,
) {
  const draftKey = storageKey(userId, id);
  const storedDraft = read(storage, draftKey);
  let values: ReadonlyMap<string, DraftValue> = new Map(
    storedDraft?.values.map((one) => [valueKey(one), one]),
  );
  let remarks: ReadonlyMap<string, ValueIssue> = new Map();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const persist = (changed: readonly (readonly [string, DraftValue | null])[]) => {
    const stored = new Map(read(storage, draftKey)?.values.map((one) => [valueKey(one), one]));
    for (const [key, one] of changed) {
      if (one === null) stored.delete(key);
      else stored.set(key, one);
    }
    try {
      if (stored.size === 0) storage.removeItem(draftKey);
      else
        storage.setItem(
          draftKey,
          JSON.stringify({ code, at: new Date().toISOString(), values: [...stored.values()] }),
        );
    } catch {
      onFull();
    }
  };
  const change = (changed: readonly (readonly [string, DraftValue | null])[]) => {
    const next = new Map(values);
    const nextRemarks = new Map(remarks);
    for (const [key, one] of changed) {
      if (one === null) next.delete(key);
      else next.set(key, one);
      nextRemarks.delete(key);
    }
    values = next;
    remarks = nextRemarks;
    persist(changed);
    notify();
  };
  return {
    /** Time when the draft was typed that the browser had stored; null if there was none. */
    restoredAt: storedDraft?.at ?? null,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    values: () => values,
    remarks: () => remarks,
    /** Keeps values; those that are as they were before are no longer part of the draft. */
    put: (ones: readonly DraftValue[]) =>
      change(
        ones.map((one) => {
          const isBack = one.fault === null && isSameValue(one.value, one.base);
          return [valueKey(one), isBack ? null : one] as const;
        }),
      ),
    /** Forgets values, unless they were typed over meanwhile. */
    remove: (ones: readonly DraftValue[]) =>
      change(
        ones.flatMap((one) => (values.get(valueKey(one)) === one ? [[valueKey(one), null] as const] : [])),
      ),
    /** Forgets values that are saved; what was typed over them meanwhile is a change of the saved ones. */
    settle: (ones: readonly DraftValue[]) =>
      change(
        ones.flatMap((one) => {
          const key = valueKey(one);
          const now = values.get(key);
          if (now === undefined) return [];
          const rebased = { ...now, base: one.value, baseText: one.text };
          return [[key, now === one ? null : rebased] as const];
        }),
      ),
    /** Stores the reasons why values were not saved, instead of the previous ones. */
    note(next: ReadonlyMap<string, ValueIssue>) {
      remarks = next;
      notify();
    },
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
