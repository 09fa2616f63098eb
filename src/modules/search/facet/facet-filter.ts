import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';

/** The form of a filter: as GraphQL takes it, or as REST and MCP do. */
export type FilterSyntax = 'graphql' | 'rest';

/** A condition on one field that a facet hands back. Operands of enums are in the terms of REST. */
export type FacetCondition =
  | {
      readonly kind: 'property';
      /** `attributeSet`. */
      readonly key: string;
      readonly operator: string;
      readonly isEnum: boolean;
      readonly operands: readonly string[];
    }
  | {
      readonly kind: 'attribute';
      /** Stored code. */
      readonly attribute: string;
      /** Operands by operator: operators of attributes are one word, the same in each form. */
      readonly operands: Readonly<Record<string, JsonValue>>;
    };

/**
 * Returns a condition as a filter of its own, which a client adds to the rest by `and`; without one an empty filter.
 */
export function filterOf(condition: FacetCondition | null, form: FilterSyntax): JsonObject {
  if (condition === null) return {};
  if (condition.kind === 'attribute') {
    const { attribute, operands } = condition;
    return form === 'rest'
      ? { attributes: { [attribute]: operands } }
      : { attributes: [{ attribute, ...operands }] };
  }
  const { key, operator, isEnum, operands } = condition;
  const operandCodes = operands.map((operand) => (isEnum ? enumCode(operand, form) : operand));
  return { [form === 'rest' ? snakeCase(key) : key]: { [operator]: operandCodes } };
}

/** Returns a value of an enum as a filter takes it. */
export const enumCode = (value: string, form: FilterSyntax): string =>
  form === 'rest' ? value : value.toUpperCase();
