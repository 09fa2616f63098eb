import { foldKey } from '../../../kernel/codes.ts';
import { decimalFromDouble } from '../../../kernel/decimal.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { convert, findUnit, type MeasurementFamily } from '../../measurement/index.ts';
import { numbersOf } from '../filter/value-keys.ts';
import { type Field, scopesWithin } from '../row/column.ts';
import type { Bounds } from '../search.store.ts';
import { numberBoundaries, timeBoundaries } from './bucket-limits.ts';
import type { FacetCondition } from './facet-filter.ts';
import { type CountingScope, effectiveScope } from './value-field.ts';

/** A field of numbers, whose range is reported and divided into buckets. */
export interface RangeField {
  /** Property or attribute of its conditions, as in `ValueField`. */
  readonly on: string;
  /** Fields with the numbers: one cell, or all that the context leaves open. */
  readonly numbers: readonly Field[];
  /** Code of the unit in which measurements are reported. */
  readonly unit: string | null;
  /** Currency of prices. */
  readonly currency: string | null;
  /** Returns the text form of a stored number: a decimal, a date, a time. */
  textOf(number: number): string;
  /** Returns limits of buckets that hold all numbers between two, as they are reported. */
  limitsOf(bounds: Bounds): readonly string[];
  /** Returns the stored number for its text form, in the way that conditions are read. */
  numberOf(text: string): number;
  /** Returns the condition that selects what is at least one limit and below another. */
  select(from: string, to: string): FacetCondition;
}

const DAY = 86_400_000;

/** The unit and currency of a range as they are requested: `price:EUR`, `weight:KILOGRAM`. */
export interface RangeRequest {
  readonly attribute: AttributeDefinition;
  /** Code of a currency or a unit; null: the only currency, the unit of the attribute. */
  readonly variant: string | null;
  /** Path of the field in the input. */
  readonly path: readonly string[];
}

/** Returns a numeric attribute as a field; adds what is wrong with unit or currency to `problems`. */
export function rangeField(
  { attribute, variant, path }: RangeRequest,
  scope: CountingScope,
  problems: FieldProblem[],
): RangeField | null {
  const { structure, cellScope } = scope;
  const { code, type } = attribute;
  const at = effectiveScope(attribute, cellScope);
  const refuse = (message: Message, value: string | null, suggestions: readonly string[]) => {
    problems.push(fieldProblem('value-not-allowed', path, message, { ...(value && { value }), suggestions }));
    return null;
  };
  const family = structure.families.get(foldKey(attribute.measurementFamily ?? ''));
  if (variant !== null && type !== 'price' && type !== 'measurement')
    return refuse(localized('facet-without-variant', { attribute: code }), variant, [code]);
  let currency: string | null = null;
  if (type === 'price') {
    const enabledCurrencies = [
      ...(structure.channels.get(foldKey(cellScope.channel ?? ''))?.currencies ?? structure.currencies),
    ];
    currency =
      variant?.toUpperCase() ?? (enabledCurrencies.length === 1 ? (enabledCurrencies[0] ?? null) : null);
    if (currency === null || !structure.currencies.has(currency)) {
      const message =
        variant === null
          ? localized('facet-currency-required', {
              attribute: code,
              currency: enabledCurrencies[0] ?? 'EUR',
              list: enabledCurrencies,
            })
          : withSuggestions(
              localized('currency-not-an-enabled-one', { currency: variant }),
              suggest(variant, enabledCurrencies),
            );
      return refuse(message, variant, enabledCurrencies.slice(0, 3));
    }
  }
  let unit: string | null = null;
  if (type === 'measurement') {
    const codes = family?.units.map((one) => one.code) ?? [];
    const requestedUnit = variant ?? attribute.defaultUnit ?? family?.standardUnit ?? '';
    unit = (family && findUnit(family, requestedUnit)?.code) ?? null;
    if (unit === null)
      return refuse(
        localized('not-measured-in', { attribute: code, unit: requestedUnit }),
        requestedUnit,
        suggest(requestedUnit, codes),
      );
  }
  const numbers = scopesWithin(attribute, at, structure).map(
    (cellScope): Field => ({ kind: 'number', attribute: code, ...cellScope, currency }),
  );
  const operandOf = (text: string): JsonValue => {
    if (unit !== null) return { amount: text, unit };
    return currency === null ? text : { amount: text, currency };
  };
  const form = formOf(type, unit, family);
  return {
    on: `attributes.${foldKey(code)}`,
    numbers,
    unit,
    currency,
    ...form,
    numberOf: (text) => {
      const value = currency === null ? operandOf(text) : [operandOf(text)];
      const [found] = numbersOf(attribute, value, () => family);
      return found?.number ?? Number.NaN;
    },
    select: (from, to) => ({
      kind: 'attribute',
      attribute: code,
      operands: { gte: operandOf(from), lt: operandOf(to) },
    }),
  };
}

/** Returns the text form of stored numbers of a type. */
function formOf(
  type: AttributeDefinition['type'],
  unit: string | null,
  family: MeasurementFamily | undefined,
): Pick<RangeField, 'textOf' | 'limitsOf'> {
  if (type === 'date') {
    const textOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
    return {
      textOf,
      limitsOf: ({ min, max }) =>
        timeBoundaries(min * DAY, max * DAY, { areDays: true }).map((time) => textOf(time / DAY)),
    };
  }
  if (type === 'datetime') {
    const textOf = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
    return {
      textOf,
      limitsOf: ({ min, max }) => timeBoundaries(min, max, { areDays: false }).map(textOf),
    };
  }
  const textOf = (number: number) => {
    const text = decimalFromDouble(number);
    return unit === null || family === undefined || unit === family.standardUnit
      ? text
      : decimalFromDouble(Number(convert(text, family.standardUnit, unit, family)));
  };
  return {
    textOf,
    limitsOf: ({ min, max }) => numberBoundaries(Number(textOf(min)), Number(textOf(max))),
  };
}
