import { foldKey } from '../../../kernel/codes.ts';
import { compareDecimals, MAX_DECIMAL_PLACES } from '../../../kernel/decimal.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { AttributeDefinition, AttributeType } from '../../attribute/index.ts';
import { findUnit } from '../../measurement/index.ts';
import { ADJUSTMENTS, type CopyFrom, sourceOf, targetCell, type ValueAdjustment } from './adjust-values.ts';
import { checkScope, type ResolvedScope, resolveCellScope } from './cell-scope.ts';
import type { CellAssignment, CellWrite } from './cells.ts';
import type { ValueContext } from './value-context.ts';

type Change = (typeof ADJUSTMENTS)[number];

const NUMBERS: readonly AttributeType[] = ['number', 'price', 'measurement'];
const TEXTS: readonly AttributeType[] = ['text', 'textarea', 'rich_text'];
/** The types of the changes that not every attribute can have. */
const TYPES: Partial<Record<Change, readonly AttributeType[]>> = {
  percent: NUMBERS,
  amount: NUMBERS,
  append: TEXTS,
  prepend: TEXTS,
  replace: TEXTS,
};

/**
 * Returns the faults of adjustments, independent of the products' values.
 *
 * @param writes the values that the same change writes: one attribute is either written or adjusted
 */
export function checkAdjustments(
  adjustments: readonly ValueAdjustment[],
  writes: readonly CellWrite[],
  context: ValueContext,
): FieldProblem[] {
  const written = new Set(writes.map(({ attribute }) => foldKey(attribute)));
  const pathsByCell = new Map<string, string[]>();
  return adjustments.flatMap((adjustment, index) => {
    const assignment = targetCell(adjustment, index);
    const attribute = context.attributes.get(foldKey(adjustment.attribute));
    if (attribute === undefined) {
      const suggestions = suggest(
        adjustment.attribute,
        context.attributes.values().map(({ code }) => code),
      );
      const message = withSuggestions(
        localized('not-found', { kind: 'attribute', ref: adjustment.attribute }),
        suggestions,
      );
      return [
        fieldProblem('attribute-not-found', [...assignment.path, 'attribute'], message, { suggestions }),
      ];
    }
    const problems: FieldProblem[] = [];
    const refuse: Refuse = (code, key, message, suggestions = []) =>
      problems.push(
        fieldProblem(code, [...assignment.path, key], message, { attribute: attribute.code, suggestions }),
      );
    const scope = resolveCellScope(assignment, context);
    const changes = ADJUSTMENTS.filter((change) => (adjustment[change] ?? '') !== '');
    checkAttribute(attribute, changes, refuse);
    if (problems.length > 0) return problems;
    problems.push(
      ...checkScope({ ...assignment, path: [...assignment.path, 'value'] }, scope, attribute, context),
    );
    checkChange(adjustment, changes, refuse);
    checkParts(adjustment, attribute, scope, context, refuse);
    if (adjustment.copyFrom)
      problems.push(...checkSource(assignment, adjustment.copyFrom, attribute, context, refuse));
    const key = [attribute.code, scope.channel, scope.locale].join(' ');
    const currency = adjustment.currency?.toUpperCase() ?? '';
    const earlier = pathsByCell.get(key) ?? [];
    // Without a currency all prices are changed.
    const isTwice = earlier.some((one) => one === currency || one === '' || currency === '');
    if (written.has(foldKey(attribute.code)) || isTwice)
      refuse('duplicate-item', 'attribute', localized('adjusted-twice', { attribute: attribute.code }));
    pathsByCell.set(key, [...earlier, currency]);
    return problems;
  });
}

type Refuse = (
  code: FieldProblemCode,
  key: string,
  message: Message,
  suggestions?: readonly string[],
) => unknown;

function checkAttribute(
  { code, type, unique }: AttributeDefinition,
  changes: readonly Change[],
  addProblem: Refuse,
): void {
  const unfit = changes.find((change) => TYPES[change]?.includes(type) === false);
  if (unfit !== undefined) {
    const message =
      TYPES[unfit] === NUMBERS
        ? localized('adjust-not-a-number', { attribute: code, change: unfit })
        : localized('adjust-not-a-text', { attribute: code, change: unfit });
    addProblem('value-not-allowed', 'attribute', message);
  } else if (unique) {
    addProblem('value-not-allowed', 'attribute', localized('adjust-unique', { attribute: code }));
  }
}

/** Checks the change of the value, and the rounding of a number. */
function checkChange(adjustment: ValueAdjustment, changes: readonly Change[], addProblem: Refuse): void {
  const { percent, amount, replace, decimals, ending } = adjustment;
  const [first, second] = changes;
  if (first === undefined)
    addProblem(
      'required',
      'percent',
      localized('send-one-of', { list: ADJUSTMENTS.map((one) => `\`${one}\``) }),
    );
  if (second !== undefined)
    addProblem('value-not-allowed', second, localized('adjust-either', { one: first ?? '', other: second }));
  if (percent && compareDecimals(percent, '-100') < 0)
    addProblem('below-minimum', 'percent', localized('adjust-percent-minimum'));
  if (replace?.find === '') addProblem('required', 'replace', localized('adjust-find-required'));
  if (!percent && !amount) {
    for (const key of ['decimals', 'ending'] as const)
      if (adjustment[key] ?? false)
        addProblem('value-not-allowed', key, localized('adjust-rounding-not-allowed'));
    return;
  }
  if (typeof decimals === 'number' && (decimals < 0 || decimals > MAX_DECIMAL_PLACES))
    addProblem('value-not-allowed', 'decimals', localized('adjust-decimals', { max: MAX_DECIMAL_PLACES }));
  if (!ending) return;
  if (compareDecimals(ending, '0') < 0 || compareDecimals(ending, '1') >= 0)
    addProblem('value-not-allowed', 'ending', localized('adjust-ending'));
  if (typeof decimals === 'number')
    addProblem(
      'value-not-allowed',
      'decimals',
      localized('adjust-either', { one: 'decimals', other: 'ending' }),
    );
}

/** Checks the cell that a value is copied from: another one of the same attribute. */
function checkSource(
  assignment: CellAssignment,
  copyFrom: CopyFrom,
  attribute: AttributeDefinition,
  context: ValueContext,
  addProblem: Refuse,
): readonly FieldProblem[] {
  const source = sourceOf(assignment, copyFrom);
  const from = resolveCellScope(source, context);
  const to = resolveCellScope(assignment, context);
  if (from.channel === to.channel && from.locale === to.locale) {
    const message = localized('copy-from-elsewhere');
    addProblem('required', 'copyFrom', message);
    return [];
  }
  return checkScope({ ...source, path: [...assignment.path, 'copyFrom', 'value'] }, from, attribute, context);
}

/** Checks the currency of a price and the unit of an amount. */
function checkParts(
  { currency, unit, amount, fill, copyFrom }: ValueAdjustment,
  attribute: AttributeDefinition,
  { channelFacts }: ResolvedScope,
  context: ValueContext,
  addProblem: Refuse,
): void {
  const { code, type, measurementFamily, defaultUnit } = attribute;
  if (type !== 'price' && currency)
    addProblem('value-not-allowed', 'currency', localized('currency-not-allowed', { attribute: code }));
  if (currency && fill !== undefined && fill !== null) {
    addProblem('value-not-allowed', 'currency', localized('fill-names-currencies'));
  } else if (type === 'price' && (currency || (!fill && !copyFrom))) {
    const enabled = channelFacts?.currencies ?? context.currencies;
    const suggestions = suggest(currency ?? '', enabled);
    if (!currency) {
      const message = localized('price-currency-missing', { attribute: code });
      addProblem('required', 'currency', message, [...enabled].slice(0, 3));
    } else if (!enabled.has(currency.toUpperCase())) {
      const message = withSuggestions(localized('currency-not-enabled', { currency }), suggestions);
      addProblem('currency-not-enabled', 'currency', message, suggestions);
    }
  }
  const family = context.findMeasurementFamily(measurementFamily ?? '');
  if (unit && (type !== 'measurement' || !amount)) {
    addProblem('value-not-allowed', 'unit', localized('unit-of-amount-only'));
  } else if (type === 'measurement' && amount && family !== undefined) {
    if (!unit) {
      addProblem('required', 'unit', localized('amount-unit-required'), [defaultUnit ?? family.standardUnit]);
    } else if (findUnit(family, unit) === undefined) {
      const suggestions = suggest(
        unit,
        family.units.map((one) => one.code),
      );
      const message = withSuggestions(
        localized('unit-not-in-family', { value: unit, family: family.code }),
        suggestions,
      );
      addProblem('unit-not-in-family', 'unit', message, suggestions);
    }
  }
}
