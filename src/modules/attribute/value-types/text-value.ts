import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { didYouMean, suggest } from '../../../kernel/suggestion.ts';
import { ATTRIBUTE_TYPES, type AttributeDefinition } from '../attribute-types.ts';
import { matchesPattern } from './pattern.ts';
import { countCharacters, unstorableContent } from './text-content.ts';
import { formatFault } from './text-format.ts';
import { type CellPlace, EMPTY_VALUE, type ParsedValue, problemAt, type ValueType } from './value-type.ts';

/** `identifier`, `text` and `textarea`: stored exactly as sent; an empty text empties the cell. */
export const textValue: ValueType = {
  parse(value, attribute, _context, place) {
    if (value === '') return EMPTY_VALUE;
    if (typeof value !== 'string') return notAText(value, attribute, place);
    const unstorable = unstorableContent(value);
    if (unstorable !== null) return unstorableText(unstorable, value, attribute, place);
    const problems = checkText(value, attribute, place);
    return problems.length === 0 ? { value } : { problems };
  },
  same: (a, b) => a === b,
};

/** The refusal of anything but a string. */
export function notAText(value: JsonValue, attribute: AttributeDefinition, place: CellPlace): ParsedValue {
  const message = `'${attribute.code}' takes a text in quotes.`;
  return { problems: [problemAt(place, attribute, 'wrong-type', message, { value })] };
}

/** The refusal of a text that the database cannot hold; `fault` comes from `unstorableContent`. */
export function unstorableText(
  fault: string,
  value: string,
  attribute: AttributeDefinition,
  place: CellPlace,
): ParsedValue {
  const message = `The text of '${attribute.code}' ${fault}.`;
  const showable = value.toWellFormed().replaceAll('\u0000', '\uFFFD');
  return { problems: [problemAt(place, attribute, 'invalid-format', message, { value: showable })] };
}

/** At least and at most so many characters: `characters` of a text, or of the text within HTML. */
export function checkLength(
  characters: number,
  value: string,
  attribute: AttributeDefinition,
  place: CellPlace,
): FieldProblem[] {
  const { minLength, maxLength } = attribute.validation;
  const limit = maxLength ?? ATTRIBUTE_TYPES[attribute.type].textLimit;
  if (limit !== null && characters > limit) {
    const message = `'${attribute.code}' has ${characters} characters; at most ${limit} are allowed.`;
    return [problemAt(place, attribute, 'too-long', message, { value })];
  }
  if (minLength !== undefined && characters < minLength) {
    const message = `'${attribute.code}' has ${characters} characters; at least ${minLength} are needed.`;
    return [problemAt(place, attribute, 'too-short', message, { value })];
  }
  return [];
}

function checkText(value: string, attribute: AttributeDefinition, place: CellPlace): FieldProblem[] {
  const { pattern, format, allowedValues } = attribute.validation;
  const problems = checkLength(countCharacters(value), value, attribute, place);
  // A text of the wrong length is not worth running a pattern over.
  if (problems.length > 0) return problems;
  if (pattern !== undefined && !matchesPattern(pattern, value)) {
    const message = `'${attribute.code}' does not match the pattern ${pattern} from beginning to end.`;
    problems.push(problemAt(place, attribute, 'pattern-mismatch', message, { value }));
  }
  const fault = format === undefined ? null : formatFault(format, value);
  if (fault !== null) {
    const message = `'${attribute.code}' needs ${fault.expected}.`;
    problems.push(problemAt(place, attribute, fault.code, message, { value }));
  }
  if (allowedValues !== undefined && !allowedValues.includes(value)) {
    const suggestions = suggest(value, allowedValues);
    const message = `'${attribute.code}' takes one of ${allowedValues.length} given texts.${didYouMean(suggestions)}`;
    problems.push(problemAt(place, attribute, 'value-not-allowed', message, { value, suggestions }));
  }
  return problems;
}
