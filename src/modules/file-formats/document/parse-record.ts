import Big from 'big.js';
import type { JsonValue } from '../../../kernel/json.ts';

/** Numbers that JavaScript may write otherwise than the document does: many digits, exponents, many zeros. */
const MAY_CHANGE = /[\d.]{16}|\d[eE]|0\.00000/;
/** Exponents from 30 on stay as they are: with all its digits, a short text would be a long one. */
const LARGE_EXPONENT = /[eE][+-]?(?:\d{3}|[3-9]\d)/;

/**
 * Returns the value of a text of JSON. A number that JavaScript does not have is a text with all its digits and without
 * an exponent below 30: `9007199254740993`, `0.0000001`.
 *
 * @throws SyntaxError
 */
export function parseRecord(text: string): JsonValue {
  if (!MAY_CHANGE.test(text)) return JSON.parse(text) as JsonValue;
  const read = (_key: string, value: JsonValue, { source }: { readonly source?: string } = {}): JsonValue => {
    if (typeof value !== 'number' || source === undefined) return value;
    const exact = LARGE_EXPONENT.test(source) ? source : new Big(source).toFixed();
    return exact === String(value) ? value : exact;
  };
  return JSON.parse(text, read) as JsonValue;
}
