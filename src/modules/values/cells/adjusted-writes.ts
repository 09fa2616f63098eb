import { foldKey } from '../../../kernel/codes.ts';
import {
  addDecimals,
  addPercent,
  fixDecimal,
  MAX_DECIMAL_PLACES,
  placesOf,
  roundDecimal,
  roundToEnding,
} from '../../../kernel/decimal.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { type AttributeDefinition, isMeasurement, pricesOf } from '../../attribute/index.ts';
import { convert, findUnit } from '../../measurement/index.ts';
import { resolvePlace } from './cell-scope.ts';
import { type CellAssignment, cellsOf, findCell, type Values } from './cells.ts';
import type { ValueContext } from './value-context.ts';

type Maybe<Value> = Value | null | undefined;

/** A change of one number, price or measurement that depends on the value that is there: by percent or by an amount. */
export interface ValueAdjustment {
  readonly attribute: string;
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  /** Of prices; prices in other currencies stay. */
  readonly currency?: Maybe<string>;
  /** Decimal text. */
  readonly percent?: Maybe<string>;
  /** Decimal text; below 0 it is subtracted. */
  readonly amount?: Maybe<string>;
  /** The unit of `amount`, of measurements. */
  readonly unit?: Maybe<string>;
  /** Digits after the point that the result is rounded to. */
  readonly decimals?: Maybe<number>;
  /** The fraction that the result gets, as `0.99`. */
  readonly ending?: Maybe<string>;
}

/** The place that an adjustment changes, in the form of a write. */
export const placeOf = ({ attribute, channel, locale }: ValueAdjustment, index: number): CellAssignment => ({
  attribute,
  channel: channel ?? null,
  locale: locale ?? null,
  value: null,
  path: ['adjust', String(index)],
});

/**
 * Adjustments as writes of the values that they result in. What is empty stays empty, so there is no write for it.
 *
 * @param values the own values as they are now, under the lock of their row
 */
export function adjustedWrites(
  values: Values,
  adjustments: readonly ValueAdjustment[],
  context: ValueContext,
): CellAssignment[] {
  return adjustments.flatMap((adjustment, index): CellAssignment[] => {
    const attribute = context.attributes.get(foldKey(adjustment.attribute));
    if (attribute === undefined) return [];
    const place = placeOf(adjustment, index);
    const { channel, locale } = resolvePlace(place, context);
    const stored = findCell(cellsOf(values, attribute.code), channel, locale);
    const value = stored === undefined ? null : adjusted(stored.value, attribute, adjustment, context);
    if (value === null) return [];
    return [{ ...place, value, ...(attribute.type === 'price' ? { partial: true } : {}) }];
  });
}

function adjusted(
  value: JsonValue,
  attribute: AttributeDefinition,
  adjustment: ValueAdjustment,
  context: ValueContext,
): JsonValue {
  const { amount } = adjustment;
  const { decimalPlaces } = attribute.validation;
  if (attribute.type === 'price') {
    const currency = adjustment.currency?.toUpperCase() ?? '';
    const price = pricesOf(value).find((one) => one.currency === currency);
    if (price === undefined) return null;
    const places = decimalPlaces ?? minorDigits(currency);
    return [
      {
        amount: rounded(price.amount, changed(price.amount, adjustment, amount), adjustment, places),
        currency,
      },
    ];
  }
  if (attribute.type === 'measurement') {
    const family = context.findMeasurementFamily(attribute.measurementFamily ?? '');
    if (!isMeasurement(value) || family === undefined) return null;
    const { unit } = value;
    const sent = findUnit(family, adjustment.unit ?? unit)?.code;
    if (sent === undefined) return null;
    // The difference between two temperatures has no offset.
    const inUnit = (text: string) => convert(text, sent, unit, family);
    const added = amount ? addDecimals(inUnit(amount), negative(inUnit('0'))) : amount;
    const result = changed(value.amount, adjustment, added);
    return { amount: rounded(value.amount, result, adjustment, decimalPlaces), unit };
  }
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const before = String(value);
  return rounded(before, changed(before, adjustment, amount), adjustment, decimalPlaces);
}

const negative = (decimal: string) => addPercent(decimal, '-200');

const changed = (before: string, { percent }: ValueAdjustment, amount: Maybe<string>): string => {
  if (percent) return addPercent(before, percent);
  return amount ? addDecimals(before, amount) : before;
};

/**
 * The result with the digits that are asked for, else those of its attribute or currency. Other numbers are exact, with
 * at least the digits that they had.
 */
function rounded(
  before: string,
  result: string,
  { decimals, ending }: ValueAdjustment,
  places: number | undefined,
): string {
  if (ending) return roundToEnding(result, ending);
  const fixed = decimals ?? places;
  if (typeof fixed === 'number') return fixDecimal(result, fixed);
  const exact = roundDecimal(result, MAX_DECIMAL_PLACES);
  return placesOf(exact) < placesOf(before) ? fixDecimal(exact, placesOf(before)) : exact;
}

const digitsByCurrency = new Map<string, number>();

/** Digits after the point of amounts in a currency: 2 of EUR, 0 of JPY. */
function minorDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency);
  if (digits === undefined) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    digits = maximumFractionDigits ?? 2;
    digitsByCurrency.set(currency, digits);
  }
  return digits;
}
