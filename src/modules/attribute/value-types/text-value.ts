import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { rendered } from '../../../kernel/problems/messages/render-message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { ATTRIBUTE_TYPES, type AttributeDefinition } from '../attribute-types.ts';
import { countCharacters, describeUnstorable } from './formats/text-content.ts';
import { checkFormat, describeFormat } from './formats/text-format.ts';
import { enumSchema, joinClauses } from './json-schema.ts';
import { matchesPattern } from './patterns/pattern.ts';
import { samplePattern, toEcmaPattern } from './patterns/pattern-output.ts';
import { type CellContext, EMPTY_VALUE, type ParsedValue, problemAt, type ValueType } from './value-type.ts';

/** `identifier`, `text` and `textarea`: stored exactly as sent; an empty text empties the cell. */
export const textValue: ValueType = {
  form: 'scalar',
  parse(value, attribute, _context, scope) {
    if (value === '') return EMPTY_VALUE;
    if (typeof value !== 'string') return notTextProblem(value, attribute, scope);
    const unstorable = describeUnstorable(value, attribute.code);
    if (unstorable !== null) return unstorableTextProblem(unstorable, value, attribute, scope);
    const problems = checkText(value, attribute, scope);
    return problems.length === 0 ? { value } : { problems };
  },
  same: (a, b) => a === b,
  jsonSchema: textSchema,
  examples(attribute) {
    const { pattern, format, minLength = 1, allowedValues = [] } = attribute.validation;
    const texts = [
      ...allowedValues,
      ...(format === undefined ? [] : [describeFormat(format).example]),
      ...(pattern === undefined ? [] : [samplePattern(pattern) ?? '']),
      'Text',
      'T',
    ];
    return texts.flatMap((text) => (text === '' ? [] : [text, text.padEnd(minLength, text)]));
  },
};

/** Allowed texts up to this number are listed in schemas; more are only counted. */
const MAX_LISTED_TEXTS = 100;

function textSchema(attribute: AttributeDefinition): JsonObject {
  const { minLength, maxLength, pattern, format, allowedValues } = attribute.validation;
  const allowed = allowedValues?.filter((text) => checkText(text, attribute, NO_CELL).length === 0);
  if (allowed !== undefined && allowed.length <= MAX_LISTED_TEXTS) return enumSchema(allowed);
  const ecmaPattern = pattern === undefined ? null : toEcmaPattern(pattern);
  const rule = format === undefined ? null : describeFormat(format);
  const patterns = [ecmaPattern, rule?.pattern.source ?? null].filter((source) => source !== null);
  const constraints = [
    ...(rule === null ? [] : [rendered(rule.expected)]),
    ...(pattern === undefined || ecmaPattern !== null
      ? []
      : [`matches the RE2 pattern ${pattern} as a whole`]),
    ...(allowed === undefined ? [] : [`one of ${allowed.length} given texts`]),
  ];
  const [first, ...further] = patterns;
  return {
    type: 'string',
    ...(minLength !== undefined && { minLength }),
    maxLength: maxLength ?? ATTRIBUTE_TYPES[attribute.type].textLimit ?? 0,
    ...(first !== undefined && { pattern: first }),
    ...(further.length > 0 && { allOf: further.map((source) => ({ pattern: source })) }),
    ...(constraints.length > 0 && { description: joinClauses(constraints) }),
  };
}

/** Scope for texts that are no value of any cell. */
const NO_CELL: CellContext = {
  path: [],
  channel: null,
  locale: null,
  current: null,
  channelCurrencies: null,
};

/** Returns the rejection of anything but a string. */
export function notTextProblem(
  value: JsonValue,
  attribute: AttributeDefinition,
  scope: CellContext,
): ParsedValue {
  const message = localized('text-expected', { attribute: attribute.code });
  return { problems: [problemAt(scope, attribute, 'wrong-type', message, { value })] };
}

/** Returns the rejection of a text that the database cannot hold; `message` comes from `describeUnstorable`. */
export function unstorableTextProblem(
  message: Message,
  value: string,
  attribute: AttributeDefinition,
  scope: CellContext,
): ParsedValue {
  const showable = value.toWellFormed().replaceAll('\u0000', '\uFFFD');
  return { problems: [problemAt(scope, attribute, 'invalid-format', message, { value: showable })] };
}

/** Checks the minimum and maximum number of characters: `characters` of a text, or of the text within HTML. */
export function checkLength(
  characters: number,
  value: string,
  attribute: AttributeDefinition,
  scope: CellContext,
): FieldProblem[] {
  const { minLength, maxLength } = attribute.validation;
  const limit = maxLength ?? ATTRIBUTE_TYPES[attribute.type].textLimit;
  if (limit !== null && characters > limit) {
    const message = localized('text-too-long', { attribute: attribute.code, count: characters, max: limit });
    return [problemAt(scope, attribute, 'too-long', message, { value })];
  }
  if (minLength !== undefined && characters < minLength) {
    const message = localized('text-too-short', {
      attribute: attribute.code,
      count: characters,
      min: minLength,
    });
    return [problemAt(scope, attribute, 'too-short', message, { value })];
  }
  return [];
}

function checkText(value: string, attribute: AttributeDefinition, scope: CellContext): FieldProblem[] {
  const { pattern, format, allowedValues } = attribute.validation;
  const problems = checkLength(countCharacters(value), value, attribute, scope);
  // A text of the wrong length is not worth running a pattern over.
  if (problems.length > 0) return problems;
  if (pattern !== undefined && !matchesPattern(pattern, value)) {
    const message = localized('pattern-mismatch', { attribute: attribute.code, pattern });
    problems.push(problemAt(scope, attribute, 'pattern-mismatch', message, { value }));
  }
  const fault = format === undefined ? null : checkFormat(format, value);
  if (fault !== null) {
    const message = localized('format-expected', { attribute: attribute.code, expected: fault.expected });
    problems.push(problemAt(scope, attribute, fault.code, message, { value }));
  }
  if (allowedValues !== undefined && !allowedValues.includes(value)) {
    const suggestions = suggest(value, allowedValues);
    const message = withSuggestions(
      localized('text-not-allowed', { attribute: attribute.code, count: allowedValues.length }),
      suggestions,
    );
    problems.push(problemAt(scope, attribute, 'value-not-allowed', message, { value, suggestions }));
  }
  return problems;
}
