import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, type JsonValue, sameJson } from '../../../kernel/json.ts';
import { didYouMean, suggest } from '../../../kernel/suggestion.ts';
import { type AttributeDefinition, MAX_LIST_ITEMS } from '../attribute-types.ts';
import {
  type CellPlace,
  EMPTY_VALUE,
  problemAt,
  type ValueType,
  type ValueTypeContext,
} from './value-type.ts';

/** The code of one active option, in its stored case. An inactive option may stay where it is. */
export const selectValue: ValueType = {
  parse(value, attribute, context, place) {
    if (value === '') return EMPTY_VALUE;
    const option = resolveOption(value, attribute, context, place);
    return typeof option === 'string' ? { value: option } : { problems: [option] };
  },
  same: (a, b) => a === b,
};

/** Codes of active options, each once, in the order sent. */
export const multiSelectValue: ValueType = {
  parse(value, attribute, context, place) {
    if (value === '') return EMPTY_VALUE;
    if (!isJsonArray(value)) {
      const message = `'${attribute.code}' takes a list of option codes: {"value": ["…", "…"]}.`;
      return { problems: [problemAt(place, attribute, 'wrong-type', message, { value })] };
    }
    if (value.length === 0) return EMPTY_VALUE;
    // Far too long a list is not worth looking up.
    if (value.length > MAX_LIST_ITEMS) return { problems: checkItemCount(value.length, attribute, place) };
    const codes = new Set<string>();
    const problems: FieldProblem[] = [];
    value.forEach((item, index) => {
      const inside = [String(index)];
      const option = resolveOption(item, attribute, context, place, inside);
      if (typeof option !== 'string') {
        problems.push(option);
      } else if (codes.has(option)) {
        const message = `'${attribute.code}' names the option '${option}' twice.`;
        problems.push(problemAt(place, attribute, 'duplicate-item', message, { value: item, inside }));
      } else {
        codes.add(option);
      }
    });
    problems.push(...checkItemCount(value.length, attribute, place));
    return problems.length === 0 ? { value: [...codes] } : { problems };
  },
  same: sameJson,
};

/** The problem of a list with fewer items than `minItems` or more than `maxItems`. */
export function checkItemCount(
  count: number,
  attribute: AttributeDefinition,
  place: CellPlace,
): FieldProblem[] {
  const { minItems = 0, maxItems = MAX_LIST_ITEMS } = attribute.validation;
  if (count < minItems) {
    const message = `'${attribute.code}' has ${count} entries; at least ${minItems} are needed.`;
    return [problemAt(place, attribute, 'too-few-items', message, { value: count })];
  }
  if (count > maxItems) {
    const message = `'${attribute.code}' has ${count} entries; at most ${maxItems} are allowed.`;
    return [problemAt(place, attribute, 'too-many-items', message, { value: count })];
  }
  return [];
}

function resolveOption(
  value: JsonValue,
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  place: CellPlace,
  inside: readonly string[] = [],
): string | FieldProblem {
  if (typeof value !== 'string') {
    const message = `'${attribute.code}' takes option codes in quotes.`;
    return problemAt(place, attribute, 'wrong-type', message, { value, inside });
  }
  const optionSet = attribute.optionSet ?? '';
  const option = context.findOption(optionSet, value);
  if (option === undefined) {
    const suggestions = suggest(value, context.optionCodes(optionSet));
    const message = `'${value}' is not an option of set '${optionSet}'.${didYouMean(suggestions)}`;
    return problemAt(place, attribute, 'option-not-found', message, { value, suggestions, inside });
  }
  if (option.active || holds(place.current, option.code)) return option.code;
  const message = `The option '${option.code}' of set '${optionSet}' is no longer in use.`;
  return problemAt(place, attribute, 'option-inactive', message, { value, inside });
}

function holds(current: JsonValue, code: string): boolean {
  return isJsonArray(current) ? current.includes(code) : current === code;
}
