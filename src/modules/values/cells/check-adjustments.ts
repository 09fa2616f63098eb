import { foldKey } from '../../../kernel/codes.ts';
import { compareDecimals, MAX_DECIMAL_PLACES } from '../../../kernel/decimal.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import { didYouMean, suggest } from '../../../kernel/suggestion.ts';
import type { AttributeDefinition, AttributeType } from '../../attribute/index.ts';
import { findUnit } from '../../measurement/index.ts';
import { placeOf, type ValueAdjustment } from './adjusted-writes.ts';
import { checkScope, resolvePlace, type WrittenScope } from './cell-scope.ts';
import type { CellWrite } from './cells.ts';
import type { ValueContext } from './value-context.ts';

const ADJUSTABLE: readonly AttributeType[] = ['number', 'price', 'measurement'];

/**
 * What is wrong with adjustments, whatever the products hold.
 *
 * @param writes what the same change writes: one attribute is either written or adjusted
 */
export function checkAdjustments(
  adjustments: readonly ValueAdjustment[],
  writes: readonly CellWrite[],
  context: ValueContext,
): FieldProblem[] {
  const written = new Set(writes.map(({ attribute }) => foldKey(attribute)));
  const seen = new Set<string>();
  return adjustments.flatMap((adjustment, index) => {
    const place = placeOf(adjustment, index);
    const attribute = context.attributes.get(foldKey(adjustment.attribute));
    if (attribute === undefined) {
      const suggestions = suggest(
        adjustment.attribute,
        context.attributes.values().map(({ code }) => code),
      );
      const message = `There is no attribute '${adjustment.attribute}'.${didYouMean(suggestions)}`;
      return [fieldProblem('attribute-not-found', [...place.path, 'attribute'], message, { suggestions })];
    }
    const problems: FieldProblem[] = [];
    const refuse: Refuse = (code, key, message, suggestions = []) =>
      problems.push(
        fieldProblem(code, [...place.path, key], message, { attribute: attribute.code, suggestions }),
      );
    const scope = resolvePlace(place, context);
    checkAttribute(attribute, refuse);
    if (problems.length > 0) return problems;
    problems.push(...checkScope({ ...place, path: [...place.path, 'value'] }, scope, attribute, context));
    checkChange(adjustment, refuse);
    checkParts(adjustment, attribute, scope, context, refuse);
    const key = [attribute.code, scope.channel, scope.locale, adjustment.currency?.toUpperCase()].join(' ');
    if (written.has(foldKey(attribute.code)) || seen.has(key))
      refuse('duplicate-item', 'attribute', `'${attribute.code}' is changed twice. Send one change for it.`);
    seen.add(key);
    return problems;
  });
}

type Refuse = (
  code: FieldProblemCode,
  key: string,
  message: string,
  suggestions?: readonly string[],
) => unknown;

function checkAttribute({ code, type, unique }: AttributeDefinition, refuse: Refuse): void {
  if (!ADJUSTABLE.includes(type)) {
    const message = `'${code}' is not a number. Only numbers, prices and measurements can be adjusted.`;
    refuse('value-not-allowed', 'attribute', message);
  } else if (unique) {
    refuse('value-not-allowed', 'attribute', `'${code}' is unique: write it to each product by itself.`);
  }
}

/** How the value changes, and how the result is rounded. */
function checkChange({ percent, amount, decimals, ending }: ValueAdjustment, refuse: Refuse): void {
  if (!percent && !amount) refuse('required', 'percent', 'Send `percent` or `amount`.');
  if (percent && amount) refuse('value-not-allowed', 'amount', 'Send `percent` or `amount`, not both.');
  if (percent && compareDecimals(percent, '-100') < 0)
    refuse('below-minimum', 'percent', 'A value can be reduced by at most 100 percent.');
  if (typeof decimals === 'number' && (decimals < 0 || decimals > MAX_DECIMAL_PLACES))
    refuse('value-not-allowed', 'decimals', `Send 0 to ${MAX_DECIMAL_PLACES} decimals.`);
  if (!ending) return;
  if (compareDecimals(ending, '0') < 0 || compareDecimals(ending, '1') >= 0)
    refuse('value-not-allowed', 'ending', 'The ending is at least 0 and below 1, such as 0.99.');
  if (typeof decimals === 'number')
    refuse('value-not-allowed', 'decimals', 'Send `decimals` or `ending`, not both.');
}

/** The currency of a price and the unit of an amount. */
function checkParts(
  { currency, unit, amount }: ValueAdjustment,
  attribute: AttributeDefinition,
  { channelFacts }: WrittenScope,
  context: ValueContext,
  refuse: Refuse,
): void {
  const { code, type, measurementFamily, defaultUnit } = attribute;
  if (type !== 'price' && currency)
    refuse('value-not-allowed', 'currency', `'${code}' has no currency. Leave it out.`);
  if (type === 'price') {
    const enabled = channelFacts?.currencies ?? context.currencies;
    const suggestions = suggest(currency ?? '', enabled);
    if (!currency) {
      const message = `'${code}' has a price per currency; name one.`;
      refuse('required', 'currency', message, [...enabled].slice(0, 3));
    } else if (!enabled.has(currency.toUpperCase())) {
      const message = `'${currency}' is not enabled.${didYouMean(suggestions)}`;
      refuse('currency-not-enabled', 'currency', message, suggestions);
    }
  }
  const family = context.findMeasurementFamily(measurementFamily ?? '');
  if (unit && (type !== 'measurement' || !amount)) {
    refuse('value-not-allowed', 'unit', 'Only the amount of a measurement has a unit. Leave it out.');
  } else if (type === 'measurement' && amount && family !== undefined) {
    if (!unit) {
      refuse('required', 'unit', `Name the unit of the amount.`, [defaultUnit ?? family.standardUnit]);
    } else if (findUnit(family, unit) === undefined) {
      const suggestions = suggest(
        unit,
        family.units.map((one) => one.code),
      );
      const message = `'${unit}' is not a unit of the family '${family.code}'.${didYouMean(suggestions)}`;
      refuse('unit-not-in-family', 'unit', message, suggestions);
    }
  }
}
