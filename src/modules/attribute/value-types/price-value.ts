import { decimalEquals } from '../../../kernel/decimal.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { AttributeDefinition } from '../attribute-types.ts';
import { amountSchema, checkRange, describeAmount, exampleAmounts, readAmount } from './formats/amount.ts';
import { emptyScalar, enumSchema } from './json-schema.ts';
import { checkKeys } from './object-value.ts';
import {
  type CellContext,
  EMPTY_VALUE,
  problemAt,
  type ValueType,
  type ValueTypeContext,
} from './value-type.ts';

/** One price, as stored. */
export interface Price {
  readonly amount: string;
  readonly currency: string;
}

const FORM = '{"value": [{"amount": "19.90", "currency": "EUR"}]}';

/**
 * One amount per currency, by currency code. A price without amount counts as absent. Which currencies are
 * required is a matter of completeness, not of writing.
 */
export const priceValue: ValueType = {
  form: 'list',
  parse(value, attribute, context, scope) {
    if (value === '') return EMPTY_VALUE;
    if (!isJsonArray(value)) {
      const message = localized('price-list-expected', { attribute: attribute.code, form: FORM });
      return { problems: [problemAt(scope, attribute, 'wrong-type', message, { value })] };
    }
    const problems: FieldProblem[] = [];
    const prices = new Map<string, Price & JsonObject>();
    value.forEach((item, index) => {
      const inside = String(index);
      const price = readPrice(item, inside, attribute, context, scope, problems);
      if (price === null) return;
      if (prices.has(price.currency)) {
        const message = localized('currency-twice', { attribute: attribute.code, currency: price.currency });
        problems.push(
          problemAt(scope, attribute, 'duplicate-item', message, { value: item, inside: [inside] }),
        );
      }
      prices.set(price.currency, price);
    });
    if (problems.length > 0) return { problems };
    if (prices.size === 0) return EMPTY_VALUE;
    return { value: [...prices.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)) };
  },
  same(a, b) {
    if (!isJsonArray(a) || !isJsonArray(b) || a.length !== b.length) return false;
    return a.every((price, i) => samePrice(price, b[i]));
  },
  jsonSchema(attribute, metadata) {
    const descriptionParts = ['One price per currency.', describeAmount(attribute)].filter(
      (part) => part !== null,
    );
    return {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          amount: { anyOf: [emptyScalar(metadata), ...amountSchema(attribute, metadata)] },
          currency: enumSchema([...metadata.currencies]),
        },
        required: ['amount', 'currency'],
        additionalProperties: false,
      },
      description: descriptionParts.join(' '),
    };
  },
  examples(attribute, metadata) {
    const preferredCurrencies =
      attribute.validation.requiredCurrencies ?? [...metadata.currencies].slice(0, 2);
    const currencies = preferredCurrencies.filter((currency) => metadata.currencies.has(currency));
    if (currencies.length === 0) return [];
    return exampleAmounts(attribute).map((amount) => currencies.map((currency) => ({ amount, currency })));
  },
};

/** Returns the prices of a stored value; empty for anything else. */
export function pricesOf(value: JsonValue): readonly Price[] {
  return isJsonArray(value) ? value.filter(isPrice) : [];
}

function readPrice(
  item: JsonValue,
  index: string,
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  scope: CellContext,
  problems: FieldProblem[],
): (Price & JsonObject) | null {
  if (!isJsonObject(item)) {
    const message = localized('price-expected', { attribute: attribute.code, form: FORM });
    problems.push(problemAt(scope, attribute, 'wrong-type', message, { value: item, inside: [index] }));
    return null;
  }
  problems.push(...checkKeys(item, ['amount', 'currency'], attribute, scope, [index]));
  const currency = readCurrency(item.currency, [index, 'currency'], attribute, context, scope, problems);
  // "No price in this currency" is not a price of 0; files and forms send it as null or as an empty text.
  if (item.amount === null || item.amount === '') return null;
  const inside = [index, 'amount'];
  const amount = readAmount(item.amount, attribute, scope, inside);
  if (amount.problem !== undefined) {
    problems.push(amount.problem);
    return null;
  }
  problems.push(...checkRange(amount.text, attribute, scope, null, inside));
  return currency === null ? null : { amount: amount.text, currency };
}

function readCurrency(
  value: JsonValue | undefined,
  inside: readonly string[],
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  scope: CellContext,
  problems: FieldProblem[],
): string | null {
  if (typeof value !== 'string') {
    const message = localized('price-currency-required', { attribute: attribute.code, form: FORM });
    const code = value === undefined || value === null ? 'required' : 'wrong-type';
    problems.push(problemAt(scope, attribute, code, message, { value: value ?? null, inside }));
    return null;
  }
  const currency = value.toUpperCase();
  const enabled = scope.channelCurrencies ?? context.currencies;
  if (enabled.has(currency)) return currency;
  const suggestions = suggest(currency, enabled);
  const currencyMessage =
    scope.channel === null
      ? localized('currency-not-enabled', { currency: value })
      : localized('currency-not-in-channel', { currency: value, channel: scope.channel });
  const message = withSuggestions(currencyMessage, suggestions);
  problems.push(problemAt(scope, attribute, 'currency-not-enabled', message, { value, suggestions, inside }));
  return null;
}

function isPrice(value: JsonValue): value is JsonObject & Price {
  return isJsonObject(value) && typeof value.amount === 'string' && typeof value.currency === 'string';
}

function samePrice(a: JsonValue, b: JsonValue | undefined): boolean {
  return (
    b !== undefined &&
    isPrice(a) &&
    isPrice(b) &&
    a.currency === b.currency &&
    decimalEquals(a.amount, b.amount)
  );
}
