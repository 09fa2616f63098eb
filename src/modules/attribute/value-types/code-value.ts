import type { FieldProblem, FieldProblemCode } from '../../../kernel/field-problem.ts';
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

/** What codes in values name, and how messages speak of it. */
export interface Naming {
  /** `option` */
  readonly noun: string;
  /** The code of what it belongs to: the attribute's option set or entity type. */
  ownerOf(attribute: AttributeDefinition): string;
  find(
    context: ValueTypeContext,
    owner: string,
    code: string,
  ): { readonly code: string; readonly active: boolean } | undefined;
  /** Codes to suggest. */
  codesOf(context: ValueTypeContext, owner: string): Iterable<string>;
  readonly missing: { readonly code: FieldProblemCode; message(code: string, owner: string): string };
  readonly inactive: { readonly code: FieldProblemCode; message(code: string, owner: string): string };
}

/**
 * The value types of one code and of a list of codes. Codes resolve in either case to their stored one; what is no
 * longer active may stay where it is. A list names each once, in the order sent, by `minItems` and `maxItems`.
 */
export function codeValues(naming: Naming): { readonly one: ValueType; readonly list: ValueType } {
  return {
    one: {
      parse(value, attribute, context, place) {
        if (value === '') return EMPTY_VALUE;
        const code = resolveCode(naming, value, attribute, context, place);
        return typeof code === 'string' ? { value: code } : { problems: [code] };
      },
      same: (a, b) => a === b,
    },
    list: {
      parse(value, attribute, context, place) {
        if (value === '') return EMPTY_VALUE;
        if (!isJsonArray(value)) {
          const message = `'${attribute.code}' takes a list of ${naming.noun} codes: {"value": ["…", "…"]}.`;
          return { problems: [problemAt(place, attribute, 'wrong-type', message, { value })] };
        }
        if (value.length === 0) return EMPTY_VALUE;
        // Far too long a list is not worth looking up.
        if (value.length > MAX_LIST_ITEMS) {
          return { problems: checkItemCount(value.length, attribute, place) };
        }
        const { codes, problems } = readCodes(naming, value, attribute, context, place);
        problems.push(...checkItemCount(value.length, attribute, place));
        return problems.length === 0 ? { value: codes } : { problems };
      },
      same: sameJson,
    },
  };
}

function readCodes(
  naming: Naming,
  items: readonly JsonValue[],
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  place: CellPlace,
): { readonly codes: string[]; readonly problems: FieldProblem[] } {
  const codes = new Set<string>();
  const problems: FieldProblem[] = [];
  items.forEach((item, index) => {
    const inside = [String(index)];
    const code = resolveCode(naming, item, attribute, context, place, inside);
    if (typeof code !== 'string') {
      problems.push(code);
    } else if (codes.has(code)) {
      const message = `'${attribute.code}' names the ${naming.noun} '${code}' twice.`;
      problems.push(problemAt(place, attribute, 'duplicate-item', message, { value: item, inside }));
    } else {
      codes.add(code);
    }
  });
  return { codes: [...codes], problems };
}

/** The problem of a list with fewer items than `minItems` or more than `maxItems`. */
function checkItemCount(count: number, attribute: AttributeDefinition, place: CellPlace): FieldProblem[] {
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

function resolveCode(
  { noun, ownerOf, find, codesOf, missing, inactive }: Naming,
  value: JsonValue,
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  place: CellPlace,
  inside: readonly string[] = [],
): string | FieldProblem {
  if (typeof value !== 'string') {
    const message = `'${attribute.code}' takes ${noun} codes in quotes.`;
    return problemAt(place, attribute, 'wrong-type', message, { value, inside });
  }
  const owner = ownerOf(attribute);
  const found = find(context, owner, value);
  if (found === undefined) {
    const suggestions = suggest(value, codesOf(context, owner));
    const message = `${missing.message(value, owner)}${didYouMean(suggestions)}`;
    return problemAt(place, attribute, missing.code, message, { value, suggestions, inside });
  }
  const { current } = place;
  const isKept = isJsonArray(current) ? current.includes(found.code) : current === found.code;
  if (found.active || isKept) return found.code;
  return problemAt(place, attribute, inactive.code, inactive.message(found.code, owner), { value, inside });
}
