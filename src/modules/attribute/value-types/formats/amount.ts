import { compareDecimals, isMultipleOfStep, safeParseDecimal } from '../../../../kernel/decimal.ts';
import type { FieldProblem } from '../../../../kernel/field-problem.ts';
import type { JsonObject, JsonValue } from '../../../../kernel/json.ts';
import { localized, type Message } from '../../../../kernel/problems/messages/message.ts';
import type { AttributeDefinition, Validation } from '../../attribute-types.ts';
import { joinClauses } from '../json-schema.ts';
import { type CellContext, problemAt, type SchemaMetadata } from '../value-type.ts';

export type ParsedAmount =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: FieldProblem };

/**
 * Reads one decimal by `decimalPlaces` and `negativeAllowed` of its attribute; zeros beyond the allowed places
 * are dropped. `inside`: keys from the value down to the amount.
 */
export function readAmount(
  input: JsonValue | undefined,
  attribute: AttributeDefinition,
  scope: CellContext,
  inside?: readonly string[],
): ParsedAmount {
  const { decimalPlaces, negativeAllowed } = attribute.validation;
  const reading = safeParseDecimal(input, decimalPlaces);
  const refuse = (code: FieldProblem['code'], message: Message): ParsedAmount => ({
    problem: problemAt(scope, attribute, code, message, { value: input ?? null, ...(inside && { inside }) }),
  });
  switch (reading.fault) {
    case undefined:
      return negativeAllowed === false && reading.text.startsWith('-')
        ? refuse('below-minimum', localized('number-negative', { attribute: attribute.code }))
        : { text: reading.text };
    case 'not-a-decimal':
      return refuse(
        'wrong-type',
        decimalPlaces === 0
          ? localized('whole-number-expected', { attribute: attribute.code })
          : localized('number-expected', { attribute: attribute.code }),
      );
    case 'imprecise-number':
      return refuse('wrong-type', localized('number-as-text', { attribute: attribute.code }));
    case 'too-many-digits':
      return refuse('too-long', localized('too-many-digits', { attribute: attribute.code }));
    default:
      return refuse('too-many-decimals', tooManyPlaces(attribute.code, decimalPlaces ?? 12));
  }
}

/** Returns the problem of a decimal outside `min` and `max`, if it is; the message has the code of `unit`, if there is one. */
export function checkRange(
  decimal: string,
  attribute: AttributeDefinition,
  scope: CellContext,
  unit: string | null = null,
  inside?: readonly string[],
): FieldProblem[] {
  const { min, max } = attribute.validation;
  const details = { value: decimal, ...(inside && { inside }) };
  if (min !== undefined && compareDecimals(decimal, min) < 0) {
    const message =
      unit === null
        ? localized('below-minimum', { attribute: attribute.code, min })
        : localized('below-minimum-in-unit', { attribute: attribute.code, min, unit });
    return [problemAt(scope, attribute, 'below-minimum', message, details)];
  }
  if (max !== undefined && compareDecimals(decimal, max) > 0) {
    const message =
      unit === null
        ? localized('above-maximum', { attribute: attribute.code, max })
        : localized('above-maximum-in-unit', { attribute: attribute.code, max, unit });
    return [problemAt(scope, attribute, 'above-maximum', message, details)];
  }
  return [];
}

function tooManyPlaces(code: string, decimalPlaces: number): Message {
  return decimalPlaces === 0
    ? localized('decimals-not-allowed', { attribute: code })
    : localized('too-many-decimals', { attribute: code, count: decimalPlaces });
}

/** Schema of the texts that `safeParseDecimal` reads; it cannot express the range and the precision of the number. */
const DECIMAL_TEXT = {
  type: 'string',
  pattern: '^[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d{1,3})?$',
  maxLength: 100,
  description: 'A decimal such as "19.90".',
} as const;

/**
 * Returns the forms of an amount: a JSON number, with its bounds, or a text, whose bounds JSON Schema cannot express.
 *
 * @param bounds those that hold for the amount itself: not those of measurements, which are in the standard unit
 */
export function amountSchema(
  { validation }: AttributeDefinition,
  metadata: SchemaMetadata,
  bounds: Pick<Validation, 'min' | 'max' | 'step'> = validation,
): JsonObject[] {
  const { decimalPlaces, negativeAllowed } = validation;
  const { min, max, step } = bounds;
  const isNegativeMinimum = min === undefined || min.startsWith('-');
  const minimum = negativeAllowed === false && isNegativeMinimum ? '0' : min;
  const number = {
    type: decimalPlaces === 0 ? 'integer' : 'number',
    ...(minimum !== undefined && { minimum: Number(minimum) }),
    ...(max !== undefined && { maximum: Number(max) }),
    ...(step !== undefined && isWholeStep(step, min ?? '0') && { multipleOf: Number(step) }),
  };
  return [number, metadata.refer('decimal', () => DECIMAL_TEXT)];
}

/** `multipleOf` counts from 0 and, of fractions, is at the mercy of binary arithmetic. */
function isWholeStep(step: string, origin: string): boolean {
  return /^[1-9]\d{0,14}$/.test(step) && isMultipleOfStep(origin, step, '0');
}

/** Returns the rules of amounts in words; `unit` is that of `min` and `max`. */
export function describeAmount({ validation }: AttributeDefinition, unit = ''): string | null {
  const { min, max, step, decimalPlaces, negativeAllowed } = validation;
  const constraints = [
    ...(min === undefined ? [] : [`at least ${min}${unit}`]),
    ...(max === undefined ? [] : [`at most ${max}${unit}`]),
    ...(negativeAllowed === false ? ['not negative'] : []),
    ...(step === undefined ? [] : [`in steps of ${step} from ${min ?? '0'}`]),
    ...(decimalPlaces === undefined ? [] : [describeDecimalPlaces(decimalPlaces)]),
  ];
  return constraints.length === 0 ? null : joinClauses(constraints);
}

/** Returns amounts to show as an example. */
export function exampleAmounts({ validation: { min, max } }: AttributeDefinition): string[] {
  return ['1.5', '1', ...[min, max].filter((bound) => bound !== undefined), '0', '-1', '0.1', '100', '-100'];
}

function describeDecimalPlaces(decimalPlaces: number): string {
  if (decimalPlaces === 0) return 'whole numbers';
  return decimalPlaces === 1 ? 'at most 1 decimal' : `at most ${decimalPlaces} decimals`;
}
