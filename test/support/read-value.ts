import type { JsonValue } from '../../src/kernel/json.ts';
import { type AttributeDefinition, type CellContext, parseValue } from '../../src/modules/attribute/index.ts';
import { valueTypeContext } from './values.ts';

/**
 * Reads one value by the rules of its attribute: gives the canonical value, or its problems as `code` or
 * `code@key.inside`.
 */
export function readValue(
  attribute: AttributeDefinition,
  value: JsonValue,
  scope: Partial<CellContext> = {},
): { value: JsonValue } | string[] {
  const parsed = parseValue(value, attribute, valueTypeContext(), {
    path: ['values', attribute.code],
    channel: null,
    locale: null,
    current: null,
    channelCurrencies: null,
    ...scope,
  });
  if (parsed.problems === undefined) return { value: parsed.value };
  return parsed.problems.map(({ code, path }) => [code, path.slice(2).join('.')].filter(Boolean).join('@'));
}
