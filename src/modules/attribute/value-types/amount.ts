import { compareDecimals, readDecimal } from '../../../kernel/decimal.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { AttributeDefinition } from '../attribute-types.ts';
import { type CellPlace, problemAt } from './value-type.ts';

export type AmountReading =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: FieldProblem };

/**
 * Reads one decimal by `decimalPlaces` and `negativeAllowed` of its attribute; zeros beyond the allowed places
 * are dropped. `inside`: keys from the value down to the amount.
 */
export function readAmount(
  input: JsonValue | undefined,
  attribute: AttributeDefinition,
  place: CellPlace,
  inside?: readonly string[],
): AmountReading {
  const { decimalPlaces, negativeAllowed } = attribute.validation;
  const reading = readDecimal(input, decimalPlaces);
  const refuse = (code: FieldProblem['code'], message: string): AmountReading => ({
    problem: problemAt(place, attribute, code, message, { value: input ?? null, ...(inside && { inside }) }),
  });
  switch (reading.fault) {
    case undefined:
      return negativeAllowed === false && reading.text.startsWith('-')
        ? refuse('below-minimum', `'${attribute.code}' takes no negative numbers.`)
        : { text: reading.text };
    case 'not-a-decimal':
      return refuse('wrong-type', `'${attribute.code}' takes a number, such as 19.90 or "19.90".`);
    case 'imprecise-number':
      return refuse(
        'wrong-type',
        `Send this number for '${attribute.code}' as a text, so that no digit is lost.`,
      );
    case 'too-many-digits':
      return refuse('too-long', `'${attribute.code}' takes at most 30 digits.`);
    default:
      return refuse('too-many-decimals', tooManyPlaces(attribute.code, decimalPlaces ?? 12));
  }
}

/** The problem of a decimal outside `min` and `max`, if it is; `unit` is named in the message. */
export function checkRange(
  decimal: string,
  attribute: AttributeDefinition,
  place: CellPlace,
  unit = '',
  inside?: readonly string[],
): FieldProblem[] {
  const { min, max } = attribute.validation;
  const details = { value: decimal, ...(inside && { inside }) };
  if (min !== undefined && compareDecimals(decimal, min) < 0) {
    const message = `'${attribute.code}' is below its minimum of ${min}${unit}.`;
    return [problemAt(place, attribute, 'below-minimum', message, details)];
  }
  if (max !== undefined && compareDecimals(decimal, max) > 0) {
    const message = `'${attribute.code}' is above its maximum of ${max}${unit}.`;
    return [problemAt(place, attribute, 'above-maximum', message, details)];
  }
  return [];
}

function tooManyPlaces(code: string, places: number): string {
  return places === 0 ? `'${code}' takes whole numbers.` : `'${code}' takes at most ${places} decimals.`;
}
