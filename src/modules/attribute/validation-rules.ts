import { CURRENCY_PATTERN } from '../../kernel/codes.ts';
import { compareDecimals, MAX_DECIMAL_PLACES, parseDecimal } from '../../kernel/decimal.ts';
import type { FieldProblemCode } from '../../kernel/field-problem.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { findUnit } from '../measurement/index.ts';
import {
  ATTRIBUTE_TYPES,
  type AttributeDefinition,
  MAX_LIST_ITEMS,
  type Validation,
} from './attribute-types.ts';
import { TODAY } from './value-types/date-value.ts';
import { isCalendarDate, toUtcTimestamp } from './value-types/formats/calendar.ts';
import { checkPattern } from './value-types/patterns/pattern.ts';
import type { ValueTypeContext } from './value-types/value-type.ts';

/** Adds one problem at a property of the attribute, or at a key inside it. */
export type ReportProblem = (
  code: FieldProblemCode,
  path: readonly string[],
  message: Message,
  value?: JsonValue,
  suggestions?: readonly string[],
) => void;

/** Checks the rules of an attribute against its type and against each other. */
export function checkValidation(
  definition: AttributeDefinition,
  context: ValueTypeContext,
  report: ReportProblem,
): void {
  const { type, validation } = definition;
  const allowedKeys: readonly string[] = ATTRIBUTE_TYPES[type].validationKeys;
  for (const [key, value] of Object.entries(validation)) {
    if (value === undefined || allowedKeys.includes(key)) continue;
    const suggestions = suggest(key, allowedKeys);
    const message = withSuggestions(localized('validation-rule-unknown', { type, rule: key }), suggestions);
    report('value-not-allowed', ['validation', key], message, null, suggestions);
  }
  checkCounts(definition, report);
  checkBounds(definition, report);
  checkTextRules(definition, report);
  checkNames(definition, context, report);
}

/** Returns the smallest and largest value of each rule that counts something. */
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

function checkCounts(definition: AttributeDefinition, report: ReportProblem): void {
  const { validation, type } = definition;
  const allowedKeys = ATTRIBUTE_TYPES[type].validationKeys;
  for (const [key, least, most] of countLimits(definition)) {
    const value = validation[key];
    if (value === undefined || !allowedKeys.includes(key)) continue;
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) continue;
    const code = Number(value) > most ? 'above-maximum' : 'below-minimum';
    report(
      code,
      ['validation', key],
      localized('rule-whole-number', { rule: key, min: least, max: most }),
      Number(value),
    );
  }
  checkOrder('minLength', 'maxLength', validation, report);
  checkOrder('minItems', 'maxItems', validation, report);
}

function checkOrder(
  least: 'minLength' | 'minItems',
  most: 'maxLength' | 'maxItems',
  validation: Validation,
  report: ReportProblem,
): void {
  const [low, high] = [validation[least], validation[most]];
  if (low === undefined || high === undefined || low <= high) return;
  report('above-maximum', ['validation', least], localized('rule-order', { low: least, high: most }), low);
}

/** `min`, `max` and `step` have to be readable as values of the type, and in order. */
function checkBounds(definition: AttributeDefinition, report: ReportProblem): void {
  const { type, validation } = definition;
  if (!ATTRIBUTE_TYPES[type].validationKeys.includes('min')) return;
  for (const key of ['min', 'max', 'step'] as const) {
    const value = validation[key];
    if (value === undefined || canonicalBound(value, definition) !== null) continue;
    report('invalid-format', ['validation', key], boundForm(key, type), value);
  }
  const min = canonicalBound(validation.min, definition);
  const max = canonicalBound(validation.max, definition);
  if (min !== null && max !== null && compareBounds(min, max, type) > 0) {
    report('above-maximum', ['validation', 'min'], localized('rule-order', { low: 'min', high: 'max' }), min);
  }
  const step = parseDecimal(validation.step);
  if (step !== null && compareDecimals(step, '0') <= 0) {
    report('below-minimum', ['validation', 'step'], localized('rule-step-positive'), step);
  }
}

function boundForm(key: 'min' | 'max' | 'step', type: AttributeDefinition['type']): Message {
  if (type === 'date') return localized('bound-date', { rule: key, type });
  return type === 'datetime'
    ? localized('bound-datetime', { rule: key, type })
    : localized('bound-decimal', { rule: key, type });
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

function checkTextRules(definition: AttributeDefinition, report: ReportProblem): void {
  const { type, validation } = definition;
  const { pattern, format, allowedValues } = validation;
  const fault = pattern === undefined ? null : checkPattern(pattern);
  if (fault !== null) {
    const message = localized('pattern-not-re2', { reason: fault });
    report('unsafe-pattern', ['validation', 'pattern'], message, pattern);
  }
  const { formats } = ATTRIBUTE_TYPES[type];
  if (format !== undefined && formats.length > 0 && !formats.includes(format)) {
    const suggestions = suggest(format, formats);
    const message = localized('format-of-type', { type, list: formats });
    report('value-not-allowed', ['validation', 'format'], message, format, suggestions);
  }
  if (allowedValues !== undefined)
    checkList(
      'allowedValues',
      allowedValues,
      (text) => text !== '',
      localized('rule-entry-text', { rule: 'allowedValues' }),
      report,
    );
}

/** A list has entries, each of them well-formed and only once. */
function checkList(
  key: keyof Validation,
  entries: readonly string[],
  isWellFormed: (entry: string) => boolean,
  form: Message,
  report: ReportProblem,
): void {
  if (entries.length === 0 && key !== 'allowedTags') {
    report('too-few-items', ['validation', key], localized('rule-entry-required', { rule: key }));
  }
  const seenEntries = new Set<string>();
  entries.forEach((entry, index) => {
    const path = ['validation', key, String(index)];
    if (!isWellFormed(entry)) report('invalid-format', path, form, entry);
    if (seenEntries.has(entry))
      report('duplicate-item', path, localized('rule-entry-twice', { entry, rule: key }), entry);
    seenEntries.add(entry);
  });
}

function checkNames(definition: AttributeDefinition, context: ValueTypeContext, report: ReportProblem): void {
  const { allowedTags, requiredCurrencies, mimeTypes, extensions, aspectRatio, units } =
    definition.validation;
  const check = (
    key: keyof Validation,
    entries: readonly string[] | undefined,
    pattern: RegExp,
    form: Message,
  ) => {
    if (entries !== undefined) checkList(key, entries, (entry) => pattern.test(entry), form, report);
  };
  check(
    'allowedTags',
    allowedTags,
    /^[a-z][a-z0-9-]*$/i,
    localized('rule-entry-element', { rule: 'allowedTags' }),
  );
  check(
    'requiredCurrencies',
    requiredCurrencies,
    CURRENCY_PATTERN,
    localized('rule-entry-currency', { rule: 'requiredCurrencies' }),
  );
  check(
    'mimeTypes',
    mimeTypes,
    /^[a-z]+\/(?:\*|[a-z0-9.+-]+)$/,
    localized('rule-entry-mime', { rule: 'mimeTypes' }),
  );
  check(
    'extensions',
    extensions,
    /^[a-z0-9]{1,10}$/i,
    localized('rule-entry-extension', { rule: 'extensions' }),
  );
  check('units', units, /^/, localized('rule-entry-unit', { rule: 'units' }));
  requiredCurrencies?.forEach((currency, index) => {
    if (context.currencies.has(currency)) return;
    const path = ['validation', 'requiredCurrencies', String(index)];
    report('currency-not-enabled', path, localized('the-currency-not-enabled', { currency }), currency);
  });
  if (aspectRatio !== undefined && !/^[1-9]\d{0,4}:[1-9]\d{0,4}$/.test(aspectRatio)) {
    report('invalid-format', ['validation', 'aspectRatio'], localized('aspect-ratio-form'), aspectRatio);
  }
  checkUnits(definition, context, report);
}

function checkUnits(definition: AttributeDefinition, context: ValueTypeContext, report: ReportProblem): void {
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

/** Returns the rules in the form in which values are compared with them. */
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
