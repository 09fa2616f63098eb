import { foldKey } from '../../../kernel/codes.ts';
import {
  addDecimals,
  addPercent,
  fractionDigits,
  MAX_DECIMAL_PLACES,
  roundDecimal,
  roundToEnding,
  toFixedDecimal,
} from '../../../kernel/decimal.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { type AttributeDefinition, isMeasurement, pricesOf, valuesEqual } from '../../attribute/index.ts';
import { convert, findUnit } from '../../measurement/index.ts';
import { adjustText, type TextChange } from './adjust-text.ts';
import { resolveCellScope } from './cell-scope.ts';
import { type CellAssignment, cellsOf, findCell, type Values } from './cells.ts';
import type { ValueContext } from './value-context.ts';

type Maybe<Value> = Value | null | undefined;

/**
 * Source of a copied value: another channel or locale of the same attribute. A part that is left out stays the same.
 */
export interface CopyFrom {
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  /** Default: false. */
  readonly onlyEmpty?: Maybe<boolean>;
}

/** A change of one value that depends on what is there: exactly one of {@link ADJUSTMENTS}, with its details. */
export interface ValueAdjustment extends TextChange {
  readonly attribute: string;
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  /** Currency of the copied price, for prices only; prices in other currencies stay. */
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
  /** The value for products that neither have nor inherit one; of prices, for each currency that they lack. */
  readonly fill?: JsonValue | undefined;
  readonly copyFrom?: Maybe<CopyFrom>;
}

/** Kinds of changes of an adjustment. */
export const ADJUSTMENTS = ['percent', 'amount', 'append', 'prepend', 'replace', 'fill', 'copyFrom'] as const;

/** Returns the cell that an adjustment changes, in the form of a write. */
export const targetCell = (
  { attribute, channel, locale }: ValueAdjustment,
  index: number,
): CellAssignment => ({
  attribute,
  channel: channel ?? null,
  locale: locale ?? null,
  value: null,
  path: ['adjust', String(index)],
});

/** Returns the cell that a value is copied from. */
export const sourceOf = (assignment: CellAssignment, { channel, locale }: CopyFrom): CellAssignment => ({
  ...assignment,
  channel: channel ?? assignment.channel,
  locale: locale ?? assignment.locale,
});

/**
 * Returns adjustments as writes of the values that they result in; there is no write where nothing changes. Texts and
 * numbers are changed where the product has its own: what is empty stays empty, and what is inherited stays inherited.
 *
 * @param values the own values as they are now, under the lock of their row
 * @param inherited what is shown where there is no own value
 */
export function adjustValues(
  values: Values,
  adjustments: readonly ValueAdjustment[],
  context: ValueContext,
  inherited: Values,
): CellAssignment[] {
  return adjustments.flatMap((adjustment, index): CellAssignment[] => {
    const attribute = context.attributes.get(foldKey(adjustment.attribute));
    if (attribute === undefined) return [];
    const assignment = targetCell(adjustment, index);
    const valueAt = (write: CellAssignment, from: Values) => {
      const { channel, locale } = resolveCellScope(write, context);
      return findCell(cellsOf(from, attribute.code), channel, locale)?.value ?? null;
    };
    const shownAt = (write: CellAssignment) => valueAt(write, values) ?? valueAt(write, inherited);
    const result = (): JsonValue => {
      const { fill, copyFrom } = adjustment;
      if (fill !== undefined && fill !== null) return lacking(fill, shownAt(assignment), attribute, true);
      if (copyFrom) {
        const source = copied(shownAt(sourceOf(assignment, copyFrom)), adjustment);
        return lacking(source, shownAt(assignment), attribute, copyFrom.onlyEmpty === true);
      }
      const own = valueAt(assignment, values);
      return own === null ? null : adjusted(own, attribute, adjustment, context);
    };
    const value = result();
    if (value === null) return [];
    return [{ ...assignment, value, ...(attribute.type === 'price' ? { partial: true } : {}) }];
  });
}

/**
 * Returns the values that adjustments may write, for what they name to be looked up: those that fill, and those that
 * are copied.
 *
 * @param rows the values of the products and of what they inherit from
 */
export function referencedByAdjustments(
  adjustments: Iterable<ValueAdjustment>,
  rows: readonly Values[],
  attributes: ValueContext['attributes'],
): CellAssignment[] {
  return [...new Set(adjustments)].flatMap((adjustment, index) => {
    const code = attributes.get(foldKey(adjustment.attribute))?.code;
    const { fill = null, copyFrom } = adjustment;
    const copied =
      copyFrom && code !== undefined
        ? rows.flatMap((values) => cellsOf(values, code).map(({ value }) => value))
        : [];
    return [fill, ...copied].map((value) => ({ ...targetCell(adjustment, index), value }));
  });
}

/** Returns a value to copy; of prices, those in the currency that is named. */
function copied(value: JsonValue, { currency }: ValueAdjustment): JsonValue {
  if (!currency || !isJsonArray(value)) return value;
  return value.filter((price) => isJsonObject(price) && price.currency === currency.toUpperCase());
}

/**
 * Returns the parts of a value that a cell lacks, for prices by currency; null if it lacks none.
 *
 * @param onlyEmpty whether another existing value stays
 */
function lacking(
  value: JsonValue,
  present: JsonValue,
  attribute: AttributeDefinition,
  onlyEmpty: boolean,
): JsonValue {
  if (value === null) return null;
  const stays = (there: JsonValue, sent: JsonValue) => onlyEmpty || valuesEqual(attribute, sent, there);
  if (attribute.type !== 'price' || !isJsonArray(value))
    return present !== null && stays(present, value) ? null : value;
  const prices = pricesOf(present);
  const remainingPrices = value.filter((price) => {
    const code = isJsonObject(price) ? String(price.currency).toUpperCase() : '';
    const there = prices.find(({ currency }) => currency === code);
    return there === undefined || !stays([{ amount: there.amount, currency: code }], [price]);
  });
  return remainingPrices.length === 0 ? null : remainingPrices;
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
    const digits = minorDigits(currency);
    // An attribute may have more digits than its currency, for prices that use them.
    const used = fractionDigits(price.amount.replace(/(\.\d*?)0+$/, '$1'));
    const places = Math.min(decimalPlaces ?? digits, Math.max(digits, used));
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
  if (attribute.type !== 'number') return adjustText(String(value), attribute, adjustment);
  const before = String(value);
  return rounded(before, changed(before, adjustment, amount), adjustment, decimalPlaces);
}

const negative = (decimal: string) => addPercent(decimal, '-200');

const changed = (before: string, { percent }: ValueAdjustment, amount: Maybe<string>): string => {
  if (percent) return addPercent(before, percent);
  return amount ? addDecimals(before, amount) : before;
};

/**
 * Returns the result with the digits that are requested, else those of its attribute or currency. Other numbers are
 * exact, with at least the digits that they had.
 */
function rounded(
  before: string,
  result: string,
  { decimals, ending }: ValueAdjustment,
  places: number | undefined,
): string {
  if (ending) return roundToEnding(result, ending);
  const fixed = decimals ?? places;
  if (typeof fixed === 'number') return toFixedDecimal(result, fixed);
  const exact = roundDecimal(result, MAX_DECIMAL_PLACES);
  return fractionDigits(exact) < fractionDigits(before)
    ? toFixedDecimal(exact, fractionDigits(before))
    : exact;
}

const digitsByCurrency = new Map<string, number>();

/** Returns digits after the point of amounts in a currency: 2 of EUR, 0 of JPY. */
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
