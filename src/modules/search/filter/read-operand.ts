import { foldKey } from '../../../kernel/codes.ts';
import { parseDecimal } from '../../../kernel/decimal.ts';
import { isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { type AttributeDefinition, isCalendarDate, toUtcTimestamp } from '../../attribute/index.ts';
import { findUnit } from '../../measurement/index.ts';
import { atPath, type PlanContext } from './plan-context.ts';
import { equalityKeys, numbersOf } from './value-keys.ts';

/** The condition that operands belong to. */
interface OperandsOf {
  readonly attribute: AttributeDefinition;
  /** The planning of the operator: operands are below its path. */
  readonly planning: PlanContext;
}

/** Returns the equality keys of operands; adds a problem for each that has none. */
export function readKeys(
  { attribute, planning }: OperandsOf,
  operands: readonly JsonValue[],
): readonly string[] {
  const keys = readOperands(attribute, operands, planning).flatMap(({ value, planning: ofOperand }) =>
    attribute.optionSet === null
      ? equalityKeys(attribute, value)
      : readOption(attribute, String(value), ofOperand),
  );
  return [...new Set(keys)];
}

/** Returns the numbers of operands, each with its currency; adds a problem for each that is none. */
export function readNumbers({ attribute, planning }: OperandsOf, operands: readonly JsonValue[]) {
  const { families } = planning.structure;
  return readOperands(attribute, operands, planning).flatMap(({ value }) =>
    numbersOf(attribute, value, (code) => families.get(foldKey(code))).slice(0, 1),
  );
}

function readOption(
  attribute: AttributeDefinition,
  word: string,
  { references, problems, path }: PlanContext,
): readonly string[] {
  const set = attribute.optionSet ?? '';
  const code = references.optionCode(set, word);
  if (code !== undefined) return [foldKey(code)];
  const suggestions = suggest(word, references.optionCodes(set));
  const message = withSuggestions(localized('option-not-found', { value: word, set }), suggestions);
  const details = { value: word, suggestions, attribute: attribute.code };
  problems.add('validation-failed', 'option-not-found', path, message, details);
  return [];
}

/** Returns the operands that are values, each with its planning. */
function readOperands(attribute: AttributeDefinition, operands: readonly JsonValue[], planning: PlanContext) {
  return operands.flatMap((operand, index) => {
    const ofOperand = operands.length > 1 ? atPath(planning, String(index)) : planning;
    const value = readOperand(attribute, operand, ofOperand);
    return value === undefined ? [] : [{ value, planning: ofOperand }];
  });
}

/**
 * Returns an operand in the canonical form of the attribute's values (of list types: of one item); undefined, and a
 * problem, when it is none. The attribute's own limits do not count: one may search for a value that cannot exist.
 */
function readOperand(
  attribute: AttributeDefinition,
  operand: JsonValue,
  planning: PlanContext,
): JsonValue | undefined {
  const wrong = (form: Message): undefined => {
    const compared = localized('compared-with', { attribute: attribute.code, form });
    const message = operand === null ? localized('null-compared', { message: compared }) : compared;
    const details = { attribute: attribute.code, value: operand };
    planning.problems.add('validation-failed', 'wrong-type', planning.path, message, details);
  };
  switch (attribute.type) {
    case 'number':
      return parseDecimal(operand) ?? wrong(localized('operand-number'));
    case 'boolean':
      return typeof operand === 'boolean' ? operand : wrong(localized('operand-boolean'));
    case 'date':
      return typeof operand === 'string' && isCalendarDate(operand)
        ? operand
        : wrong(localized('operand-date'));
    case 'datetime':
      return (
        (typeof operand === 'string' ? toUtcTimestamp(operand) : null) ?? wrong(localized('operand-datetime'))
      );
    case 'price':
      return (
        readPrice(operand) ??
        wrong(localized('operand-price', { form: '{"amount": "10.00", "currency": "EUR"}' }))
      );
    case 'measurement':
      return readMeasurement(attribute, operand, planning, wrong);
    default:
      return typeof operand === 'string' ? operand : wrong(localized('operand-text'));
  }
}

/** Reads the operand like the one price of a list, so that it reads like a value. */
function readPrice(operand: JsonValue): JsonValue | undefined {
  if (!isJsonObject(operand)) return undefined;
  const amount = parseDecimal(operand.amount);
  const { currency } = operand;
  if (amount === null || typeof currency !== 'string') return undefined;
  return [{ amount, currency: currency.toUpperCase() }];
}

function readMeasurement(
  attribute: AttributeDefinition,
  operand: JsonValue,
  { structure }: PlanContext,
  wrong: (form: Message) => undefined,
): JsonValue | undefined {
  const family = structure.families.get(foldKey(attribute.measurementFamily ?? ''));
  const form = `{"amount": "10", "unit": "${attribute.defaultUnit ?? family?.standardUnit ?? ''}"}`;
  if (!isJsonObject(operand) || family === undefined)
    return wrong(localized('operand-measurement', { form }));
  const amount = parseDecimal(operand.amount);
  const unit = typeof operand.unit === 'string' ? findUnit(family, operand.unit) : undefined;
  return amount === null || unit === undefined
    ? wrong(localized('operand-measurement-units', { form, list: family.units.map(({ code }) => code) }))
    : { amount, unit: unit.code };
}
