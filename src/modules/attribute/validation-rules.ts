import { CURRENCY_PATTERN } from '../../kernel/codes.ts';
import { compareDecimals, MAX_DECIMAL_PLACES, parseDecimal } from '../../kernel/decimal.ts';
import type { FieldProblemCode } from '../../kernel/field-problem.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { localized, type Text } from '../../kernel/problems/messages/message.ts';
import { didYouMean, suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { findUnit } from '../measurement/index.ts';
import {
  ATTRIBUTE_TYPES,
  type AttributeDefinition,
  MAX_LIST_ITEMS,
  type Validation,
} from './attribute-types.ts';
import { TODAY } from './value-types/date-value.ts';
import { isCalendarDate, toUtcTimestamp } from './value-types/formats/calendar.ts';
import { patternFault } from './value-types/patterns/pattern.ts';
import type { ValueTypeContext } from './value-types/value-type.ts';

/** Adds one problem at a property of the attribute, or at a key inside it. */
export type Report = (
  code: FieldProblemCode,
  path: readonly string[],
  message: Text,
  value?: JsonValue,
  suggestions?: readonly string[],
) => void;

/** Checks the rules of an attribute against its type and against each other. */
export function checkValidation(
  definition: AttributeDefinition,
  context: ValueTypeContext,
  report: Report,
): void {
  const { type, validation } = definition;
  const known: readonly string[] = ATTRIBUTE_TYPES[type].validationKeys;
  for (const [key, value] of Object.entries(validation)) {
    if (value === undefined || known.includes(key)) continue;
    const suggestions = suggest(key, known);
    const message = `Attributes of type '${type}' have no rule '${key}'.${didYouMean(suggestions)}`;
    report('value-not-allowed', ['validation', key], message, null, suggestions);
  }
  checkCounts(definition, report);
  checkBounds(definition, report);
  checkTextRules(definition, report);
  checkNames(definition, context, report);
}

/** Smallest and largest value of each rule that counts something. */
function countLimits(definition: AttributeDefinition): [keyof Validation, number, number][] {
  const textLimit = ATTRIBUTE_TYPES[definition.type].textLimit ?? 0;
  return [
    ['minLength', 1, textLimit],
    ['maxLength', 1, textLimit],
    ['minItems', 1, MAX_LIST_ITEMS],
    ['maxItems', 1, MAX_LIST_ITEMS],
    ['decimalPlaces', 0, MAX_DECIMAL_PLACES],
    ['maxSize', 1, Number.MAX_SAFE_INTEGER],
    ['minWidth', 1, 100_000],
    ['minHeight', 1, 100_000],
  ];
}

function checkCounts(definition: AttributeDefinition, report: Report): void {
  const { validation, type } = definition;
  const known = ATTRIBUTE_TYPES[type].validationKeys;
  for (const [key, least, most] of countLimits(definition)) {
    const value = validation[key];
    if (value === undefined || !known.includes(key)) continue;
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) continue;
    const code = Number(value) > most ? 'above-maximum' : 'below-minimum';
    report(code, ['validation', key], `'${key}' is a whole number from ${least} to ${most}.`, Number(value));
  }
  checkOrder('minLength', 'maxLength', validation, report);
  checkOrder('minItems', 'maxItems', validation, report);
}

function checkOrder(
  least: 'minLength' | 'minItems',
  most: 'maxLength' | 'maxItems',
  validation: Validation,
  report: Report,
): void {
  const [low, high] = [validation[least], validation[most]];
  if (low === undefined || high === undefined || low <= high) return;
  report('above-maximum', ['validation', least], `'${least}' must not be above '${most}'.`, low);
}

/** `min`, `max` and `step` have to be readable as values of the type, and in order. */
function checkBounds(definition: AttributeDefinition, report: Report): void {
  const { type, validation } = definition;
  if (!ATTRIBUTE_TYPES[type].validationKeys.includes('min')) return;
  for (const key of ['min', 'max', 'step'] as const) {
    const value = validation[key];
    if (value === undefined || canonicalBound(value, definition) !== null) continue;
    report(
      'invalid-format',
      ['validation', key],
      `'${key}' of the type '${type}' is ${boundForm(type)}.`,
      value,
    );
  }
  const min = canonicalBound(validation.min, definition);
  const max = canonicalBound(validation.max, definition);
  if (min !== null && max !== null && compareBounds(min, max, type) > 0) {
    report('above-maximum', ['validation', 'min'], "'min' must not be above 'max'.", min);
  }
  const step = parseDecimal(validation.step);
  if (step !== null && compareDecimals(step, '0') <= 0) {
    report('below-minimum', ['validation', 'step'], "'step' is above 0.", step);
  }
}

function boundForm(type: AttributeDefinition['type']): string {
  if (type === 'date') return "a date as YYYY-MM-DD, or 'today'";
  return type === 'datetime' ? 'a time such as 2026-07-01T08:30:00Z' : 'a decimal such as "0.5"';
}

function compareBounds(min: string, max: string, type: AttributeDefinition['type']): number {
  if (type !== 'date' && type !== 'datetime') return compareDecimals(min, max);
  // Today moves: a range that is empty now may have days in it tomorrow.
  return min === TODAY || max === TODAY || min <= max ? 0 : 1;
}

function canonicalBound(value: unknown, definition: AttributeDefinition): string | null {
  if (definition.type === 'date') {
    return typeof value === 'string' && (value === TODAY || isCalendarDate(value)) ? value : null;
  }
  if (definition.type === 'datetime') return typeof value === 'string' ? toUtcTimestamp(value) : null;
  return parseDecimal(value);
}

function checkTextRules(definition: AttributeDefinition, report: Report): void {
  const { type, validation } = definition;
  const { pattern, format, allowedValues } = validation;
  const fault = pattern === undefined ? null : patternFault(pattern);
  if (fault !== null) {
    const message = `RE2, which runs the patterns, refuses this one: ${fault}.`;
    report('unsafe-pattern', ['validation', 'pattern'], message, pattern);
  }
  const { formats } = ATTRIBUTE_TYPES[type];
  if (format !== undefined && formats.length > 0 && !formats.includes(format)) {
    const suggestions = suggest(format, formats);
    const message = `The type '${type}' knows the formats ${formats.join(', ')}.`;
    report('value-not-allowed', ['validation', 'format'], message, format, suggestions);
  }
  if (allowedValues !== undefined)
    checkList('allowedValues', allowedValues, (text) => text !== '', 'a text', report);
}

/** A list has entries, each of them well-formed and only once. */
function checkList(
  key: keyof Validation,
  entries: readonly string[],
  isWellFormed: (entry: string) => boolean,
  form: string,
  report: Report,
): void {
  if (entries.length === 0 && key !== 'allowedTags') {
    report('too-few-items', ['validation', key], `'${key}' names at least one; leave it out to allow all.`);
  }
  const seen = new Set<string>();
  entries.forEach((entry, index) => {
    const path = ['validation', key, String(index)];
    if (!isWellFormed(entry)) report('invalid-format', path, `Each entry of '${key}' is ${form}.`, entry);
    if (seen.has(entry)) report('duplicate-item', path, `'${entry}' occurs twice in '${key}'.`, entry);
    seen.add(entry);
  });
}

function checkNames(definition: AttributeDefinition, context: ValueTypeContext, report: Report): void {
  const { allowedTags, requiredCurrencies, mimeTypes, extensions, aspectRatio, units } =
    definition.validation;
  const check = (
    key: keyof Validation,
    entries: readonly string[] | undefined,
    pattern: RegExp,
    form: string,
  ) => {
    if (entries !== undefined) checkList(key, entries, (entry) => pattern.test(entry), form, report);
  };
  check('allowedTags', allowedTags, /^[a-z][a-z0-9-]*$/i, 'an element name such as strong');
  check('requiredCurrencies', requiredCurrencies, CURRENCY_PATTERN, 'three capital letters');
  check('mimeTypes', mimeTypes, /^[a-z]+\/(?:\*|[a-z0-9.+-]+)$/, 'like image/png or image/*');
  check('extensions', extensions, /^[a-z0-9]{1,10}$/i, 'a file name ending without dot, such as pdf');
  check('units', units, /^/, 'a unit');
  requiredCurrencies?.forEach((currency, index) => {
    if (context.currencies.has(currency)) return;
    const path = ['validation', 'requiredCurrencies', String(index)];
    report('currency-not-enabled', path, `The currency '${currency}' is not enabled.`, currency);
  });
  if (aspectRatio !== undefined && !/^[1-9]\d{0,4}:[1-9]\d{0,4}$/.test(aspectRatio)) {
    report('invalid-format', ['validation', 'aspectRatio'], 'An aspect ratio looks like 16:9.', aspectRatio);
  }
  checkUnits(definition, context, report);
}

function checkUnits(definition: AttributeDefinition, context: ValueTypeContext, report: Report): void {
  const family = context.findMeasurementFamily(definition.measurementFamily ?? '');
  if (family === undefined) return;
  const codes = family.units.map(({ code }) => code);
  definition.validation.units?.forEach((unit, index) => {
    if (findUnit(family, unit) !== undefined) return;
    const suggestions = suggest(unit, codes);
    const message = withSuggestions(
      localized('unit-not-in-family', { value: unit, family: family.code }),
      suggestions,
    );
    report('unit-not-in-family', ['validation', 'units', String(index)], message, unit, suggestions);
  });
}

/** The rules in the form in which values are compared with them. */
export function canonicalValidation(definition: AttributeDefinition, context: ValueTypeContext): Validation {
  const { validation } = definition;
  const { min, max, step, allowedTags, extensions, units } = validation;
  const family = context.findMeasurementFamily(definition.measurementFamily ?? '');
  const bound = (value: string) => canonicalBound(value, definition) ?? value;
  const lowerCase = (text: string) => text.toLowerCase();
  return {
    ...validation,
    ...(min !== undefined && { min: bound(min) }),
    ...(max !== undefined && { max: bound(max) }),
    ...(step !== undefined && { step: bound(step) }),
    ...(allowedTags && { allowedTags: allowedTags.map(lowerCase) }),
    ...(extensions && { extensions: extensions.map(lowerCase) }),
    ...(units && family && { units: units.map((unit) => findUnit(family, unit)?.code ?? unit) }),
  };
}
