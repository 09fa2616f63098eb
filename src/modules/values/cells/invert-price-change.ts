import type { JsonValue } from '../../../kernel/json.ts';
import { pricesOf } from '../../attribute/index.ts';
import type { ChangedList } from './invert-list-change.ts';

/** Change that reverts a change of prices: prices by currency, with the amount null where there was none before. */
export interface InvertedPrices {
  /** A part of the value; empty where nothing is left to take back. */
  readonly value: readonly { readonly amount: string | null; readonly currency: string }[];
  /** True if others have since changed prices that the change is about; these stay. */
  readonly isChangedSince: boolean;
}

/** Takes a change of prices back where others have changed the value since: each currency is compared by itself. */
export function invertPriceChange({ old, new: now, present }: ChangedList): InvertedPrices {
  const [before, after, current] = [old, now, present].map(amountsOf) as [Amounts, Amounts, Amounts];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (currency) =>
      before.get(currency) !== after.get(currency) && current.get(currency) !== before.get(currency),
  );
  const mine = changed.filter((currency) => current.get(currency) === after.get(currency));
  return {
    value: mine.map((currency) => ({ amount: before.get(currency) ?? null, currency })),
    isChangedSince: mine.length < changed.length,
  };
}

type Amounts = ReadonlyMap<string, string>;

const amountsOf = (value: JsonValue): Amounts =>
  new Map(pricesOf(value).map(({ amount, currency }) => [currency, amount]));

/** Returns the currencies whose prices differ between two values. */
export function changedCurrencies(old: JsonValue, now: JsonValue): readonly string[] {
  const [before, after] = [amountsOf(old), amountsOf(now)];
  const currencies = new Set([...before.keys(), ...after.keys()]);
  return [...currencies].filter((currency) => before.get(currency) !== after.get(currency));
}
