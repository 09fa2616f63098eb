import type { FieldFault } from '../../api/api-error.ts';
import { withLabels } from '../../i18n/labels.ts';
import { diffList, isChangeApplied, type ListChange, toListInput } from '../values/list-change.ts';

/** A value that was typed and not saved. It can be stored as JSON. */
export interface DraftValue {
  /** Code and label of its attribute, which may be deleted before it is saved. */
  readonly attribute: string;
  readonly label: string;
  readonly channel: string | null;
  readonly locale: string | null;
  /** Currency of prices, which are edited and saved one by one. */
  readonly currency: string | null;
  /** Text that the field shows; it stays in every case. */
  readonly text: string;
  /** Value to save, in the form of the API; null removes the value. For prices: the amount. */
  readonly value: unknown;
  /** Reason why the text means no value; null if it means one. */
  readonly fault: string | null;
  /** The value of the object itself when it was typed, in the same form. */
  readonly base: unknown;
  readonly baseText: string;
  /** True if a model above has a value, which the object shows without one of its own. */
  readonly isInheriting?: boolean | undefined;
}

type ValueKeyParts = Pick<DraftValue, 'attribute' | 'channel' | 'locale' | 'currency'>;

/** Returns the key that distinguishes a value of an object from all others. */
export const valueKey = ({ attribute, channel, locale, currency }: ValueKeyParts): string =>
  [attribute, channel ?? '', locale ?? '', currency ?? ''].join('|');

/** Returns a form of a value by which equal ones are found: properties in order, numbers as texts. */
function normalize(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(normalize);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, part]) => [key, normalize(part)]);
}

export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(normalize(one)) === JSON.stringify(normalize(other));

/** A value of the object as it is now, as the API returns it. */
export interface StoredValue {
  readonly attribute: { readonly code: string };
  readonly channel: string | null;
  readonly locale: string | null;
  readonly json: unknown;
}

/** Returns the value of the object itself at an address: null for none; of prices the amount in the currency. */
export function findStoredValue(values: readonly StoredValue[], address: ValueKeyParts): unknown {
  const { attribute, channel, locale, currency } = address;
  const ownValue = values.find(
    (value) => value.attribute.code === attribute && value.channel === channel && value.locale === locale,
  );
  if (ownValue === undefined) return null;
  return currency === null ? ownValue.json : amountInCurrency(ownValue.json, currency);
}

/** Returns the amount of a price in a currency; null for none. */
export function amountInCurrency(prices: unknown, currency: string): string | null {
  for (const price of Array.isArray(prices) ? prices : []) {
    if (typeof price === 'object' && price !== null && Reflect.get(price, 'currency') === currency)
      return String(Reflect.get(price, 'amount'));
  }
  return null;
}

/** Changes of others to values that are in the draft. */
export interface DraftMerge {
  /** Values that can be saved, with the present values as their bases. */
  readonly mine: readonly DraftValue[];
  /** Values that others changed to another one meanwhile, and that value. */
  readonly met: readonly { readonly draft: DraftValue; readonly theirs: unknown }[];
  /** Values that somebody else changed to the same one. */
  readonly done: readonly DraftValue[];
}

/**
 * Returns the codes that a draft adds to a list and removes from it; null for other values, and for lists that are
 * replaced.
 */
function listChangeOf({ base, value, isInheriting = false }: DraftValue): ListChange | null {
  // The list of a model is overridden as a whole, and a list goes back to it as a whole.
  if (isInheriting && (base === null || value === null)) return null;
  return diffList(base, value);
}

/**
 * Merges a draft with the object as it is now: base, mine and theirs. Only values that both sides have changed, to
 * something else, meet. Lists of codes never do: what one side adds and removes is added to what the other side has.
 */
export function mergeDraft(draft: readonly DraftValue[], values: readonly StoredValue[]): DraftMerge {
  const mine: DraftValue[] = [];
  const conflicts: { draft: DraftValue; theirs: unknown }[] = [];
  const done: DraftValue[] = [];
  for (const one of draft) {
    const theirs = findStoredValue(values, one);
    const change = one.fault === null ? listChangeOf(one) : null;
    const isDone = change === null ? isSameValue(theirs, one.value) : isChangeApplied(theirs, change);
    if (one.fault === null && isDone) done.push(one);
    else if (change !== null || isSameValue(theirs, one.base)) mine.push(one);
    else conflicts.push({ draft: one, theirs });
  }
  return { mine, met: conflicts, done };
}

/**
 * Returns values as the API takes them. Prices of other currencies stay, and so do the other codes of a list.
 */
export const toValueInput = (draft: readonly DraftValue[]) =>
  draft.map((one) => {
    const { attribute, channel, locale, currency, value } = one;
    const change = listChangeOf(one);
    if (change !== null) return { attribute, channel, locale, ...toListInput(change) };
    if (currency === null) return { attribute, channel, locale, value };
    return { attribute, channel, locale, value: [{ amount: value, currency }], partial: true };
  });

/** Reason why a value was not saved. */
export interface ValueIssue {
  readonly reason?: string;
  /** The SKU or code of the object that has the unique value. */
  readonly takenBy?: string | null;
  /** Value that somebody else stored meanwhile, and the person. */
  readonly met?: { readonly theirs: unknown; readonly by: string };
}

type Fault = Pick<FieldFault, 'code' | 'message' | 'attribute' | 'path' | 'takenBy'>;

/** Returns the reasons of a rejection by the keys of the values that its paths name (`values.3.value`). */
export function toValueIssues(
  draft: readonly DraftValue[],
  errors: readonly Fault[],
): ReadonlyMap<string, ValueIssue> {
  const faults = new Map<string, ValueIssue>();
  for (const fault of errors) {
    const at = fault.path.indexOf('values');
    const one = at < 0 ? undefined : draft[Number(fault.path[at + 1])];
    if (one !== undefined && !faults.has(valueKey(one)))
      faults.set(valueKey(one), { reason: withLabels(fault), takenBy: fault.takenBy ?? null });
  }
  return faults;
}
