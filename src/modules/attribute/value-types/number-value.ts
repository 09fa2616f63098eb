import { decimalEquals, isMultipleOfStep } from '../../../kernel/decimal.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { amountSchema, checkRange, describeAmount, exampleAmounts, readAmount } from './formats/amount.ts';
import { EMPTY_VALUE, problemAt, type ValueType } from './value-type.ts';

/**
 * A decimal text with the scale sent; of attributes without decimals a JSON integer, or a text beyond 2^53 - 1,
 * where JSON numbers lose digits.
 */
export const numberValue: ValueType = {
  form: 'scalar',
  parse(value, attribute, _context, scope) {
    if (value === '') return EMPTY_VALUE;
    const amount = readAmount(value, attribute, scope);
    if (amount.problem !== undefined) return { problems: [amount.problem] };
    const problems = checkRange(amount.text, attribute, scope);
    const { step, min, decimalPlaces } = attribute.validation;
    if (step !== undefined && !isMultipleOfStep(amount.text, step, min ?? '0')) {
      const message = localized('not-a-step', { attribute: attribute.code, step, min: min ?? '0' });
      problems.push(problemAt(scope, attribute, 'not-a-step', message, { value }));
    }
    if (problems.length > 0) return { problems };
    return { value: decimalPlaces === 0 ? integer(amount.text) : amount.text };
  },
  same: (a, b) => isNumeric(a) && isNumeric(b) && decimalEquals(String(a), String(b)),
  jsonSchema(attribute, metadata) {
    const description = describeAmount(attribute);
    return {
      anyOf: amountSchema(attribute, metadata),
      ...(description !== null && { description }),
    };
  },
  examples: (attribute) =>
    attribute.validation.decimalPlaces === 0
      ? exampleAmounts(attribute).map(Number)
      : exampleAmounts(attribute),
};

function integer(text: string): JsonValue {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function isNumeric(value: JsonValue): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
